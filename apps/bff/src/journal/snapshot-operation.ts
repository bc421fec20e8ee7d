import type { Operation } from './operation.ts';

/** Keeps a folded thread, so that nobody has to fold it from its beginning again. */
export const keepSnapshot: Operation<{ threadId: string; sequence: number; data: string }, null> = (
  transaction,
  input,
) => {
  transaction.run(
    'INSERT OR IGNORE INTO snapshots(thread, sequence, data) VALUES(?,?,?)',
    input.threadId,
    input.sequence,
    input.data,
  );
  return null;
};
