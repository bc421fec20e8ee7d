import type { DecisionReceipt } from '@countersign/api/bulk';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, readKey } from '@countersign/server/store/keys';

/** A receipt as stored: the current prompt and decision are read again. */
export type KeptReceipt = Pick<DecisionReceipt, 'promptId' | 'result' | 'problem'> & {
  decisionId: string | null;
};
export type KeptReceipts = { kind: 'kept'; receipts: KeptReceipt[] } | { kind: 'key-conflict' };

/** Stores the receipts of a call with its key; the first ones are kept. */
export const keepReceipts = operation<
  { scope: string; key: string; bodyHash: string; receipts: KeptReceipt[] },
  KeptReceipts
>('keepReceipts', async (transaction, input) => {
  const use = await readKey(transaction, input);
  if (use.kind === 'key-conflict') return use;
  if (use.kind === 'repeated') return { kind: 'kept', receipts: JSON.parse(use.answer) };
  await keepKey(transaction, input, JSON.stringify(input.receipts));
  return { kind: 'kept', receipts: input.receipts };
});
