/** As `0007-figures` of the embedded store. */
export const figures = `
CREATE TABLE question_figures(
  prompt TEXT NOT NULL, thread TEXT, agent TEXT NOT NULL, tool TEXT NOT NULL, severity TEXT NOT NULL, blocking BIGINT NOT NULL,
  confidence BIGINT, asked BIGINT NOT NULL, first_seen BIGINT, ended BIGINT, state TEXT NOT NULL, by_kind TEXT, by_id TEXT,
  by_name TEXT, answer TEXT, in_bulk BIGINT NOT NULL DEFAULT 0, visible_ms BIGINT, edits TEXT,
  PRIMARY KEY(asked, prompt));
CREATE UNIQUE INDEX question_figures_prompt ON question_figures(prompt);
CREATE TABLE openings(
  prompt TEXT NOT NULL, operator TEXT NOT NULL, opened BIGINT NOT NULL, closed BIGINT NOT NULL, PRIMARY KEY(prompt, operator, opened));
INSERT INTO question_figures(prompt, thread, agent, tool, severity, blocking, asked, first_seen, ended, state,
  by_kind, by_id, by_name, answer, in_bulk)
SELECT p.id, NULLIF(p.thread, p.agent), p.agent, '', p.severity, p.blocking, p.opened, json_extract(p.seen, '$.at')::bigint, p.closed, p.state,
  d.by_kind, d.by_id, d.by_name, json_extract(d.feedback, '$.type'), COALESCE(d.in_bulk, 0)
FROM prompts p LEFT JOIN decisions d ON d.id = (
  SELECT x.id FROM decisions x WHERE x.prompt = p.id AND p.state = 'answered'
    AND x.state NOT IN ('recalled', 'refused', 'undeliverable')
  ORDER BY x.place DESC, x.recorded DESC LIMIT 1);
`;
