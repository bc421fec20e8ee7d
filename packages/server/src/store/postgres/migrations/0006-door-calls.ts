/** As `0006-door-calls` of the embedded store. */
export const doorCalls = `
CREATE TABLE door_calls(
  program TEXT NOT NULL, key TEXT NOT NULL, id TEXT NOT NULL, round BIGINT NOT NULL, digest TEXT NOT NULL,
  is_read BIGINT NOT NULL, call TEXT NOT NULL, until BIGINT NOT NULL, holder TEXT, taken BIGINT, given TEXT,
  PRIMARY KEY(program, key));
CREATE UNIQUE INDEX door_calls_id ON door_calls(id);
`;
