/**
 * What the audit is filtered and searched by, taken from its rows (NULL = of an earlier version, not done yet); who had which prompt open,
 * for how long; and the signed receipt of each decision, with what became of it.
 */
export const proof = `
ALTER TABLE audit ADD COLUMN kind TEXT;
ALTER TABLE audit ADD COLUMN agent TEXT;
ALTER TABLE audit ADD COLUMN tool TEXT;
ALTER TABLE audit ADD COLUMN words TEXT;
DROP INDEX audit_thread;
CREATE INDEX audit_at ON audit(at, number);
CREATE INDEX audit_thread ON audit(thread, at, number);
CREATE INDEX audit_operator ON audit(operator, at, number);
CREATE INDEX audit_kind ON audit(kind, at, number);
CREATE INDEX audit_agent ON audit(agent, at, number);
CREATE INDEX audit_tool ON audit(tool, at, number);

CREATE TABLE audit_words(
  word TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY(word, number)
) WITHOUT ROWID;

CREATE TABLE prompt_views(
  prompt TEXT NOT NULL,
  operator TEXT NOT NULL,
  revision INTEGER NOT NULL,
  since INTEGER NOT NULL,
  last INTEGER NOT NULL,
  visible_ms INTEGER NOT NULL,
  PRIMARY KEY(prompt, operator, revision)
) WITHOUT ROWID;

CREATE TABLE receipts(
  decision TEXT PRIMARY KEY,
  receipt TEXT NOT NULL, -- as signed, JSON
  started INTEGER -- when its one use began
) WITHOUT ROWID;
ALTER TABLE decisions ADD COLUMN outcome TEXT; -- what became of it, as reported, JSON
`;
