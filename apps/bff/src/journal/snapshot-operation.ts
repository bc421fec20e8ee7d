import type { Operation } from './operation.ts';

/** Keeps a folded thread and what was said in it, so that nobody has to fold it from its beginning again. */
export const keepSnapshot: Operation<
  { threadId: string; sequence: number; data: string; history: string },
  null
> = (transaction, input) => {
  transaction.run(
    'INSERT OR IGNORE INTO snapshots(thread, sequence, data, history) VALUES(?,?,?,?)',
    input.threadId,
    input.sequence,
    input.data,
    input.history,
  );
  return null;
};
