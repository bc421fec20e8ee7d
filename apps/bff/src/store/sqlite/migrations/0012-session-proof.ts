/** A session has a second secret that is not visible to other ports of the host. Sessions without one have ended. */
export const sessionProof = `
DROP TABLE sessions;
CREATE TABLE sessions(
  token TEXT PRIMARY KEY, proof TEXT NOT NULL UNIQUE, operator TEXT NOT NULL, created INTEGER NOT NULL,
  expires INTEGER NOT NULL) WITHOUT ROWID;
`;
