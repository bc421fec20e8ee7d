import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { keepFirstSeen } from '../../rows/questions/prompts.ts';

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
