/** As `0013-shift-notes` of the embedded store. */
export const shiftNotes = `
CREATE TABLE shift_notes(
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX shift_notes_at ON shift_notes(at, id);
`;
