import { say } from '@countersign/api/statements';
import { markDamaged } from '@countersign/server/journal/damage-operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { threadOfDecision } from '../rows/decisions.ts';
import { markUndeliverable } from './return-answer.ts';

const reason = say('delivery.page-lost');

/**
 * A pending delivery cannot be read: its task is marked, and the question of an answer is open again. Repeating this has no effect.
 */
export async function giveUpLost(transaction: Transaction, id: string): Promise<void> {
  const giveUp = async () => {
    const place = await threadOfDecision(transaction, id);
    if (place !== undefined) await markDamaged(transaction, place.thread);
    await markUndeliverable(transaction, id, reason);
  };
  await transaction.pastDamage('outbox', giveUp, undefined);
}
