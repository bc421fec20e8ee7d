import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Writing } from '@countersign/server/store/port';

/** What was asked of a browser, to be answered once. */
export interface ChallengeRow {
  id: string;
  kind: string;
  /** Null = nobody is signed in yet. */
  operator: string | null;
  /** JSON. */
  body: string;
  expires: number;
}

export const insertChallenge = (
  writing: Writing,
  { id, kind, operator, body, expires }: ChallengeRow,
): Awaitable<number> =>
  writing.run(
    'INSERT INTO challenges(id, kind, operator, body, expires) VALUES(?,?,?,?,?)',
    id,
    kind,
    operator,
    body,
    expires,
  );

/** It is gone afterwards, whatever comes of it; null = there is none that can still be answered. */
export async function takeChallengeRow(
  writing: Writing,
  id: string,
  kind: string,
): Promise<ChallengeRow | null> {
  const row = await writing.get<ChallengeRow>(
    'SELECT id, kind, operator, body, expires FROM challenges WHERE id = ? AND kind = ?',
    id,
    kind,
  );
  if (row === undefined) return null;
  await writing.run('DELETE FROM challenges WHERE id = ?', id);
  return row.expires > writing.now ? row : null;
}

export const deleteOldChallenges = (writing: Writing): Awaitable<number> =>
  writing.run('DELETE FROM challenges WHERE expires <= ?', writing.now);
