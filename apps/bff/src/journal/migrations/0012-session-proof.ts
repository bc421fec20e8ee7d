/** A session has a second secret that no other port of the host gets to see. Sessions without one are over. */
export const sessionProof = `
DROP TABLE sessions;
CREATE TABLE sessions(
  token TEXT PRIMARY KEY, proof TEXT NOT NULL UNIQUE, operator TEXT NOT NULL, created INTEGER NOT NULL,
  expires INTEGER NOT NULL) WITHOUT ROWID;
`;
