import type { ShiftNote } from '@countersign/api/prompts/shift-note';
import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** As many as one reads when one comes back. */
const atMost = 20;

export const notesSince = (reading: Reading, after: number): Awaitable<ShiftNote[]> =>
  reading.all<ShiftNote>(
    `SELECT id, at, by_id AS by, by_name AS name, text FROM shift_notes WHERE at > ? ORDER BY at DESC, id DESC LIMIT ${atMost}`,
    after,
  );

export const shiftNote = (reading: Reading, id: string): Awaitable<ShiftNote | undefined> =>
  reading.get<ShiftNote>(
    'SELECT id, at, by_id AS by, by_name AS name, text FROM shift_notes WHERE id = ?',
    id,
  );

export const insertNote = (writing: Writing, note: ShiftNote): Awaitable<number> =>
  writing.run(
    'INSERT INTO shift_notes(id, at, by_id, by_name, text) VALUES(?,?,?,?,?)',
    note.id,
    note.at,
    note.by,
    note.name,
    note.text,
  );
