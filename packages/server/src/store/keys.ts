import type { Reading, Writing } from './port.ts';

/** A request that may be repeated under its key. `scope`: the kind of request and the operator. */
export interface KeyedRequest {
  scope: string;
  /** Null = it is carried out whenever it is made. */
  key: string | null;
  /** Hash of the request: a key belongs to the request it was first used with. */
  bodyHash: string;
}

/** `new`: to be carried out, then kept. `repeated`: with what was kept the first time. `key-conflict`: the key belongs to another request. */
export type KeyUse =
  | { kind: 'new' }
  | { kind: 'repeated'; answer: string }
  | { kind: 'key-conflict' };

/** Whether a request was carried out before. */
export async function readKey(
  reading: Pick<Reading, 'get'>,
  { scope, key, bodyHash }: KeyedRequest,
): Promise<KeyUse> {
  if (key === null) return { kind: 'new' };
  const used = await reading.get<{ body: string; answer: string }>(
    'SELECT body, answer FROM keys WHERE scope = ? AND key = ?',
    scope,
    key,
  );
  if (used === undefined) return { kind: 'new' };
  return used.body === bodyHash
    ? { kind: 'repeated', answer: used.answer }
    : { kind: 'key-conflict' };
}

/** What was kept under a key, whichever request it belongs to; null = nothing. */
export async function keptUnder(
  reading: Pick<Reading, 'get'>,
  scope: string,
  key: string,
): Promise<string | null> {
  const sql = 'SELECT answer FROM keys WHERE scope = ? AND key = ?';
  return (await reading.get<{ answer: string }>(sql, scope, key))?.answer ?? null;
}

/** The newest keys of a scope, at most so many, the oldest of them first. */
export const keysIn = async (
  reading: Pick<Reading, 'all'>,
  scope: string,
  limit: number,
): Promise<string[]> =>
  (
    await reading.all<{ key: string }>(
      'SELECT key FROM keys WHERE scope = ? ORDER BY at DESC, key DESC LIMIT ?',
      scope,
      limit,
    )
  )
    .map(({ key }) => key)
    .reverse();

/** Keeps what a request was answered with. */
export async function keepKey(
  writing: Pick<Writing, 'run' | 'now'>,
  { scope, key, bodyHash }: KeyedRequest,
  answer: string,
): Promise<void> {
  if (key === null) return;
  await writing.run(
    'INSERT INTO keys(scope, key, body, answer, at) VALUES(?,?,?,?,?)',
    scope,
    key,
    bodyHash,
    answer,
    writing.now,
  );
}

/** `keys` contains the damaged tasks: reported once, and marked with the task from then on. */
export const damageScope = 'damaged';

/** Marks a task as damaged; false = it is already. */
export const markTaskDamaged = async (writing: Writing, threadId: string): Promise<boolean> =>
  (await writing.run(
    'INSERT INTO keys(scope, key, body, answer, at) VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING',
    damageScope,
    threadId,
    '',
    '',
    writing.now,
  )) > 0;
