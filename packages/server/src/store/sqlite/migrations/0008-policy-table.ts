/** The policy as an ordered table, what it requires of a question, and the votes of several persons. */
export const policyTable = `
ALTER TABLE tasks ADD COLUMN starter TEXT; -- operator or caller; null = before this was kept
ALTER TABLE prompts ADD COLUMN demand TEXT; -- of the line of the policy that fits, JSON
ALTER TABLE prompts ADD COLUMN signals TEXT; -- what was found in what it proposes, JSON
ALTER TABLE prompts ADD COLUMN intent TEXT; -- the same for the same tool with the same arguments
CREATE INDEX prompts_intent ON prompts(intent) WHERE intent IS NOT NULL;
-- A yes of one person where several are needed.
CREATE TABLE votes(
  id TEXT PRIMARY KEY,
  prompt TEXT NOT NULL,
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  feedback TEXT NOT NULL, -- in UpFormat, JSON
  digest TEXT NOT NULL, -- of what was shown
  value TEXT NOT NULL, -- of what would be sent
  at INTEGER NOT NULL,
  ended TEXT -- null = it counts; withdrawn, outdated or decided
) WITHOUT ROWID;
CREATE INDEX votes_of ON votes(prompt, at);
-- Each change of the table is a version.
CREATE TABLE policy_tables(
  version INTEGER PRIMARY KEY,
  body TEXT NOT NULL, -- its lines, JSON
  at INTEGER NOT NULL,
  operator TEXT NOT NULL
);
-- What holds beside the table for a time: bypasses, and that nothing answers by itself.
CREATE TABLE policy_holds(
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL, -- bypass, stop
  body TEXT NOT NULL,
  at INTEGER NOT NULL,
  until INTEGER, -- null = until it is ended
  ended INTEGER
) WITHOUT ROWID;`;
