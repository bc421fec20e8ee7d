/**
 * One row for each question, kept for figures also when the question itself is no longer kept; and who had a question on screen, when.
 * Questions from before it have a row as far as their own rows say it.
 */
export const figures = `
CREATE TABLE question_figures(
  prompt TEXT NOT NULL,
  thread TEXT,
  agent TEXT NOT NULL,
  tool TEXT NOT NULL, -- empty: none
  severity TEXT NOT NULL,
  blocking INTEGER NOT NULL,
  confidence INTEGER, -- in thousandths, as stated when it was decided, or last
  asked INTEGER NOT NULL,
  first_seen INTEGER,
  ended INTEGER,
  state TEXT NOT NULL,
  by_kind TEXT, -- of decisions
  by_id TEXT,
  by_name TEXT,
  answer TEXT, -- the kind of feedback
  in_bulk INTEGER NOT NULL DEFAULT 0,
  visible_ms INTEGER, -- for which the one who decided had it on screen before; null = not known
  edits TEXT, -- labels of the fields that were edited, JSON
  PRIMARY KEY(asked, prompt) -- a period is one stretch of the table
) WITHOUT ROWID;
CREATE UNIQUE INDEX question_figures_prompt ON question_figures(prompt);
CREATE TABLE openings(
  prompt TEXT NOT NULL,
  operator TEXT NOT NULL,
  opened INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  PRIMARY KEY(prompt, operator, opened)
) WITHOUT ROWID;
INSERT INTO question_figures(prompt, thread, agent, tool, severity, blocking, asked, first_seen, ended, state,
  by_kind, by_id, by_name, answer, in_bulk)
SELECT p.id, NULLIF(p.thread, p.agent), p.agent, '', p.severity, p.blocking, p.opened, json_extract(p.seen, '$.at'), p.closed, p.state,
  d.by_kind, d.by_id, d.by_name, json_extract(d.feedback, '$.type'), COALESCE(d.in_bulk, 0)
FROM prompts p LEFT JOIN decisions d ON d.id = (
  SELECT x.id FROM decisions x WHERE x.prompt = p.id AND p.state = 'answered'
    AND x.state NOT IN ('recalled', 'refused', 'undeliverable')
  ORDER BY x.place DESC, x.recorded DESC LIMIT 1);
`;
