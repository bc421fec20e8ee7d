/** Tool calls of coding agents: what a yes is about, and who has taken it. */
export const doorCalls = `
CREATE TABLE door_calls(
  program TEXT NOT NULL,
  key TEXT NOT NULL, -- the hook's own id of the call
  id TEXT NOT NULL, -- of its question, or its own if nobody is asked
  round INTEGER NOT NULL, -- how often it was asked about
  digest TEXT NOT NULL,
  is_read INTEGER NOT NULL, -- nobody is asked: it reads in the agent's own folder
  call TEXT NOT NULL, -- JSON, without the arguments
  until INTEGER NOT NULL, -- a yes after this time is void
  holder TEXT, -- who has taken the yes
  taken INTEGER,
  given TEXT, -- digest of the call as it was let go
  PRIMARY KEY(program, key)
) WITHOUT ROWID;
CREATE UNIQUE INDEX door_calls_id ON door_calls(id);
`;
