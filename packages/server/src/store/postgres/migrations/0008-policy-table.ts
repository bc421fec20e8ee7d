/** As `0008-policy-table` of the embedded store. */
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
  at BIGINT NOT NULL,
  ended TEXT -- null = it counts; withdrawn, outdated or decided
);
CREATE INDEX votes_of ON votes(prompt, at);
-- Each change of the table is a version.
CREATE TABLE policy_tables(
  version BIGINT PRIMARY KEY,
  body TEXT NOT NULL, -- its lines, JSON
  at BIGINT NOT NULL,
  operator TEXT NOT NULL
);
-- What holds beside the table for a time: bypasses, and that nothing answers by itself.
CREATE TABLE policy_holds(
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL, -- bypass, stop
  body TEXT NOT NULL,
  at BIGINT NOT NULL,
  until BIGINT, -- null = until it is ended
  ended BIGINT
);`;
