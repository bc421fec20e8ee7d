import { deleteClaim } from '../store/claims.ts';
import type { Transaction } from '../store/transaction.ts';

/** Removes the claim of a prompt. An answer does not fail because of a claim that cannot be read. */
export async function dropClaim(transaction: Transaction, promptId: string): Promise<void> {
  const drop = () => deleteClaim(transaction, promptId);
  await transaction.pastDamage('claims', drop, 0);
}
