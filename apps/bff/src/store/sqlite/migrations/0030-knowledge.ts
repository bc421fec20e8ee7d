/** Memories, their former versions, what leaves and what comes, what runs were given. */
export const knowledge = `
CREATE TABLE knowledge_entries(
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  place INTEGER NOT NULL,
  state TEXT NOT NULL,
  about TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY(kind, id)
) WITHOUT ROWID;
CREATE INDEX knowledge_entries_place ON knowledge_entries(kind, place);
CREATE INDEX knowledge_entries_state ON knowledge_entries(kind, state, place);
CREATE INDEX knowledge_entries_about ON knowledge_entries(kind, about, place);
`;
