import type { Transaction } from '../journal/transaction.ts';

/** Nobody holds the prompt any more. An answer does not fail for a claim that cannot be read. */
export function dropClaim(transaction: Transaction, promptId: string): void {
  const drop = () => transaction.run('DELETE FROM claims WHERE prompt = ?', promptId);
  transaction.pastDamage('claims', drop, 0);
}
