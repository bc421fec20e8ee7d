import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Writing } from '@countersign/server/store/port';

const prefix = 'sign-in ';

/** Of the link that a server prints at its start: any server on the store takes it, once. */
export const insertSignInCode = (
  writing: Writing,
  { hash, expires }: { hash: string; expires: number },
): Awaitable<number> =>
  writing.run(
    'INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT DO NOTHING',
    `${prefix}${hash}`,
    `${expires}`,
  );

/** 1 = it was there, and had not ended. */
export const deleteSignInCode = (writing: Writing, hash: string): Awaitable<number> =>
  writing.run(
    'DELETE FROM meta WHERE key = ? AND CAST(value AS BIGINT) > ?',
    `${prefix}${hash}`,
    writing.now,
  );

/** Those that end until `upTo`, epoch ms. */
export const deleteSignInCodes = (writing: Writing, upTo: number): Awaitable<number> =>
  writing.run(`DELETE FROM meta WHERE key LIKE '${prefix}%' AND CAST(value AS BIGINT) <= ?`, upTo);
