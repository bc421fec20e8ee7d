import { say } from '@countersign/api/statements';
import { markDamaged } from '../journal/damage-operation.ts';
import type { Transaction } from '../store/transaction.ts';
import { markUndeliverable } from './return-answer.ts';

const reason = say('delivery.page-lost');

/** Ids of pending deliveries in the order of their due times, from an index only, so that unreadable rows are included. */
export const idsBeingSent = async (
  transaction: Transaction,
  until: number,
  limit: number,
): Promise<string[]> =>
  (
    await transaction.all<{ id: string }>(
      `SELECT id FROM outbox INDEXED BY outbox_due WHERE state = 'pending' AND due <= ? ORDER BY due LIMIT ?`,
      until,
      limit,
    )
  ).map(({ id }) => id);

/**
 * A pending delivery cannot be read: its task is marked, and the question of an answer is open again. Repeating this has no effect.
 */
export async function giveUpLost(transaction: Transaction, id: string): Promise<void> {
  const giveUp = async () => {
    const place = await transaction.get<{ thread: string }>(
      'SELECT p.thread FROM decisions d JOIN prompts p ON p.id = d.prompt WHERE d.id = ?',
      id,
    );
    if (place !== undefined) await markDamaged(transaction, place.thread);
    await markUndeliverable(transaction, id, reason);
  };
  await transaction.pastDamage('outbox', giveUp, undefined);
}
