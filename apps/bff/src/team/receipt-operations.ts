import type { DecisionReceipt } from '@countersign/api/bulk';
import { operation } from '../journal/operation.ts';
import { addKey, readKey } from '../store/keys.ts';

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
  const { scope, key, bodyHash, receipts } = input;
  await addKey(transaction, { scope, key, body: bodyHash, answer: JSON.stringify(receipts) });
  const entry = await readKey(transaction, scope, key);
  if (entry === null || entry.body !== bodyHash) return { kind: 'key-conflict' };
  return { kind: 'kept', receipts: JSON.parse(entry.answer) };
});
