import type { DecisionReceipt } from '@countersign/api/bulk';
import { operation } from '../journal/operation.ts';

/** A receipt as stored: the current prompt and decision are read again. */
export type KeptReceipt = Pick<DecisionReceipt, 'promptId' | 'result' | 'problem'> & {
  decisionId: string | null;
};
export type KeptReceipts = { kind: 'kept'; receipts: KeptReceipt[] } | { kind: 'key-conflict' };

/** Stores the receipts of a call with its key; the first ones are kept. */
export const keepReceipts = operation<
  { scope: string; key: string; bodyHash: string; receipts: KeptReceipt[] },
  KeptReceipts
>('keepReceipts', (transaction, input) => {
  transaction.run(
    'INSERT OR IGNORE INTO keys(scope, key, body, answer, at) VALUES(?,?,?,?,?)',
    input.scope,
    input.key,
    input.bodyHash,
    JSON.stringify(input.receipts),
    transaction.now,
  );
  const row = transaction.get<{ body: string; answer: string }>(
    'SELECT body, answer FROM keys WHERE scope = ? AND key = ?',
    input.scope,
    input.key,
  );
  if (row === undefined || row.body !== input.bodyHash) return { kind: 'key-conflict' };
  return { kind: 'kept', receipts: JSON.parse(row.answer) };
});
