import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Transaction } from '@countersign/server/store/transaction';
import { isQueuedKind, publishQueued } from '../../outbox/queued-messages.ts';
import { markDead, markStopped, sendingStateOf, unsentOfTask } from '../../rows/outbox.ts';
import { returnAnswer } from '../return-answer.ts';

/** Why a queued item is not sent. */
export const stoppedFirst = say('delivery.stopped-first');

/** Returns a queued item: words are marked as not sent, the question of an answer is open again. */
export async function returnUnsent(
  transaction: Transaction,
  id: string,
  reason: WrittenStatement,
): Promise<void> {
  const row = await sendingStateOf(transaction, id);
  if (row === undefined) return;
  if (!isQueuedKind(row.kind)) {
    await returnAnswer(transaction, id, { as: 'undeliverable', reason });
    return;
  }
  if (row.state !== 'pending' && row.state !== 'held') return;
  await markDead(transaction, id);
  await publishQueued(transaction, id, 'returned', reason);
}

/**
 * A task is being stopped: nothing that was said or answered before may start another run of it. Queued items are returned at once;
 * items being delivered are returned if they would start a run. Returns how many could have started one.
 */
export const stopQueue = async (transaction: Transaction, threadId: string): Promise<number> =>
  // What cannot be read is never sent, and the run is stopped all the same.
  transaction.pastDamage('outbox', () => giveBack(transaction, threadId), 0);

async function giveBack(transaction: Transaction, threadId: string): Promise<number> {
  const rows = await unsentOfTask(transaction, threadId);
  let startable = 0;
  for (const { id, attempts, queued, ended } of rows) {
    const wouldStart = queued !== null || ended !== null;
    if (wouldStart) startable += 1;
    if (wouldStart && attempts === 0) await returnUnsent(transaction, id, stoppedFirst);
    else await markStopped(transaction, id);
  }
  return startable;
}
