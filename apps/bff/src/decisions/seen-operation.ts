import { operation } from '../journal/operation.ts';
import { keepFirstSeen } from '../store/prompts.ts';
import type { Transaction } from '../store/transaction.ts';

export interface Seeing {
  promptId: string;
  operatorId: string;
  name: string;
}

/** The first time an operator opens a prompt; later times change nothing. */
export async function markSeen(transaction: Transaction, seeing: Seeing): Promise<void> {
  await keepFirstSeen(
    transaction,
    JSON.stringify({ at: transaction.now, operator: seeing.operatorId, name: seeing.name }),
    seeing.promptId,
  );
}

/** The same as an operation. */
export const seePrompt = operation<Seeing, null>('seePrompt', async (transaction, seeing) => {
  await markSeen(transaction, seeing);
  return null;
});
