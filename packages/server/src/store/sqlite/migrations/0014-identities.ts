/** Who signs in at an identity provider, and what their sessions have of it. */
export const identities = `
CREATE TABLE identities(
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  operator TEXT NOT NULL,
  PRIMARY KEY(issuer, subject)
) WITHOUT ROWID;
CREATE TABLE provider_sessions(
  session TEXT PRIMARY KEY,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  refresh TEXT NOT NULL, -- sealed
  checked INTEGER NOT NULL
) WITHOUT ROWID;
`;
