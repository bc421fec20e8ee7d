import { deleteFolds, insertFold, type KeptFold } from '../store/folds.ts';
import { readBudget, saveBudget } from '../store/meta.ts';
import { operation } from './operation.ts';

/** Stores a folded thread and its message history, so that it need not be folded from the beginning again. */
export const keepSnapshot = operation<KeptFold, null>(
  'keepSnapshot',
  async (transaction, input) => {
    await insertFold(transaction, input);
    return null;
  },
);

/** Removes folds that were made within another budget: they are computed again. */
export const settleBudget = operation<{ budget: string }, null>(
  'settleBudget',
  async (transaction, { budget }) => {
    if ((await readBudget(transaction)) === budget) return null;
    await deleteFolds(transaction);
    await saveBudget(transaction, budget);
    return null;
  },
);
