/** As `0028-registered-services` of the embedded store. */
export const registeredServices = `
CREATE TABLE uap_entries(
  kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, place BIGINT NOT NULL, PRIMARY KEY(kind, id));
CREATE INDEX uap_entries_place ON uap_entries(place);
`;
