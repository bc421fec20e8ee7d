/** As `0029-environment` of the embedded store. */
export const environment = `
CREATE TABLE environment_entries(
  kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY(kind, id));
`;
