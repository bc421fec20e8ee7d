/** The environment of agents: services with their signifiers, profiles, notes of operators. */
export const environment = `
CREATE TABLE environment_entries(
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY(kind, id)
) WITHOUT ROWID;
`;
