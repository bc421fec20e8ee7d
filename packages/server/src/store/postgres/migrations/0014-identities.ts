/** As `0014-identities` of the embedded store. */
export const identities = `
CREATE TABLE identities(
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  operator TEXT NOT NULL,
  PRIMARY KEY(issuer, subject)
);
CREATE TABLE provider_sessions(
  session TEXT PRIMARY KEY,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  refresh TEXT NOT NULL, -- sealed
  checked BIGINT NOT NULL
);
`;
