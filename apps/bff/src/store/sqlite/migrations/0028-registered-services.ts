/** The registry of services: services and routes, as they are on the wire. */
export const registeredServices = `
CREATE TABLE uap_entries(
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY(kind, id)
) WITHOUT ROWID;
CREATE INDEX uap_entries_place ON uap_entries(place);
`;
