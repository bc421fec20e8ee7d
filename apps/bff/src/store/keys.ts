import type { Reading, Writing } from './port.ts';

/** What was done under an idempotency key: a repeated request finds it. */
export interface KeyEntry {
  /** Digest of the request. */
  body: string;
  answer: string;
}

export async function readKey(
  reading: Reading,
  scope: string,
  key: string,
): Promise<KeyEntry | null> {
  const row = await reading.get<KeyEntry>(
    'SELECT body, answer FROM keys WHERE scope = ? AND key = ?',
    scope,
    key,
  );
  return row === undefined ? null : { body: row.body, answer: row.answer };
}

/** Adds the entry unless the key is in use; true if it was added. */
export async function addKey(
  writing: Writing,
  { scope, key, body, answer }: KeyEntry & { scope: string; key: string },
): Promise<boolean> {
  const added = await writing.run(
    'INSERT INTO keys(scope, key, body, answer, at) VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING',
    scope,
    key,
    body,
    answer,
    writing.now,
  );
  return added > 0;
}
