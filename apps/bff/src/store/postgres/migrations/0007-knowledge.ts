/** As `0030-knowledge` of the embedded store. */
export const knowledge = `
CREATE TABLE knowledge_entries(
  kind TEXT NOT NULL, id TEXT NOT NULL, place BIGINT NOT NULL, state TEXT NOT NULL, about TEXT NOT NULL,
  body TEXT NOT NULL, PRIMARY KEY(kind, id));
CREATE INDEX knowledge_entries_place ON knowledge_entries(kind, place);
CREATE INDEX knowledge_entries_state ON knowledge_entries(kind, state, place);
CREATE INDEX knowledge_entries_about ON knowledge_entries(kind, about, place);
`;
