/** As `0012-proof` of the embedded store. */
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
  number BIGINT NOT NULL,
  PRIMARY KEY(word, number)
);

CREATE TABLE prompt_views(
  prompt TEXT NOT NULL,
  operator TEXT NOT NULL,
  revision BIGINT NOT NULL,
  since BIGINT NOT NULL,
  last BIGINT NOT NULL,
  visible_ms BIGINT NOT NULL,
  PRIMARY KEY(prompt, operator, revision)
);

CREATE TABLE receipts(
  decision TEXT PRIMARY KEY,
  receipt TEXT NOT NULL, -- as signed, JSON
  started BIGINT -- when its one use began
);
ALTER TABLE decisions ADD COLUMN outcome TEXT; -- what became of it, as reported, JSON
`;
