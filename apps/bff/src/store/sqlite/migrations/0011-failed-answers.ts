/**
 * A failed answer leaves its question open: the next one is stored next to it. States are declared by agent and piece of work.
 * Questions outlive their run: folds are computed again.
 */
export const failedAnswers = `
DROP INDEX decisions_prompt;
CREATE UNIQUE INDEX decisions_prompt ON decisions(prompt) WHERE state NOT IN ('recalled', 'refused', 'undeliverable');
CREATE INDEX prompts_run ON prompts(run) WHERE state = 'open';
DROP TABLE up_states;
CREATE TABLE up_messages(
  thread TEXT NOT NULL, agent TEXT NOT NULL, message TEXT NOT NULL, lane TEXT NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY(thread, agent, message)) WITHOUT ROWID;
CREATE TABLE up_lanes(
  thread TEXT NOT NULL, agent TEXT NOT NULL, lane TEXT NOT NULL, state TEXT NOT NULL, run TEXT NOT NULL,
  PRIMARY KEY(thread, agent, lane)) WITHOUT ROWID;
CREATE TABLE comments(
  id TEXT PRIMARY KEY, prompt TEXT NOT NULL, by_id TEXT NOT NULL, by_name TEXT NOT NULL, at INTEGER NOT NULL,
  feedback TEXT NOT NULL);
CREATE INDEX comments_of ON comments(prompt, at);
DELETE FROM snapshots;
`;
