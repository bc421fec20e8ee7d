import type { Transaction } from '@countersign/server/store/transaction';
import { deleteClaim } from '../rows/claims.ts';

/** Removes the claim of a prompt. An answer does not fail because of a claim that cannot be read. */
export async function dropClaim(transaction: Transaction, promptId: string): Promise<void> {
  const drop = () => deleteClaim(transaction, promptId);
  await transaction.pastDamage('claims', drop, 0);
}
