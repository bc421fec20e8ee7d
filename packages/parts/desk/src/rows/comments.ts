import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** Oldest first. */
export const commentRows = (
  reading: Reading,
  promptId: string,
): Awaitable<{ id: string; by_id: string; by_name: string; at: number; feedback: string }[]> =>
  reading.all<{ id: string; by_id: string; by_name: string; at: number; feedback: string }>(
    'SELECT id, by_id, by_name, at, feedback FROM comments WHERE prompt = ? ORDER BY at, rowid',
    promptId,
  );

export const insertComment = (
  writing: Writing,
  {
    id,
    promptId,
    byId,
    byName,
    feedback,
  }: { id: string; promptId: string; byId: string; byName: string; feedback: string },
): Awaitable<number> =>
  writing.run(
    'INSERT INTO comments(id, prompt, by_id, by_name, at, feedback) VALUES(?,?,?,?,?,?)',
    id,
    promptId,
    byId,
    byName,
    writing.now,
    feedback,
  );
