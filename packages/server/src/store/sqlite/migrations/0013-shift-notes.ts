/** What operators leave for those who come after them. */
export const shiftNotes = `
CREATE TABLE shift_notes(
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  text TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX shift_notes_at ON shift_notes(at, id);
`;
