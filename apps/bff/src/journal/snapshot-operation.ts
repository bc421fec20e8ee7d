import type { CutSnapshot } from './fold-protocol.ts';
import { operation } from './operation.ts';

/** Stores a folded thread and its message history, so that it need not be folded from the beginning again. */
export const keepSnapshot = operation<CutSnapshot, null>(
  'keepSnapshot',
  async (transaction, input) => {
    await transaction.run(
      'INSERT INTO snapshots(thread, sequence, events, kept, data) VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING',
      input.threadId,
      input.sequence,
      input.events,
      input.kept,
      input.data,
    );
    return null;
  },
);

/** Removes folds that were made within another budget: they are computed again. */
export const settleBudget = operation<{ budget: string }, null>(
  'settleBudget',
  async (transaction, { budget }) => {
    const before = await transaction.get<{ value: string }>(
      `SELECT value FROM meta WHERE key = 'budget'`,
    );
    if (before?.value === budget) return null;
    await transaction.run('DELETE FROM snapshots');
    await transaction.run(
      `INSERT INTO meta(key, value) VALUES('budget', ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`,
      budget,
    );
    return null;
  },
);
