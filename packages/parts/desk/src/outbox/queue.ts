import { heldBackBy, leavesNext } from '@countersign/desk/answer-group';
import { flatMapInOrder } from '@countersign/server/store/in-order';
import type { Transaction } from '@countersign/server/store/transaction';
import { openIn } from '../records/answer-group.ts';
import { openRunOf } from '../records/open-runs.ts';
import { takeBackAttempts } from '../rows/decisions.ts';
import {
  dequeueTogether,
  enqueueRow,
  type QueuedRow,
  queuedThread,
  queuedThreads,
  queueOf,
  releaseDelivery,
  unsentIds,
  unsentStateOf,
} from '../rows/outbox.ts';
import { decisionFact } from './enqueue.ts';
import { blockingPrompts } from './pending-interrupts.ts';
import { isQueuedKind, publishQueued } from './queued-messages.ts';

/** Appends answers and words to the queue for the next run of their task. They can be taken back again. */
export async function enqueue(transaction: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const row = await unsentStateOf(transaction, id);
    if (row === undefined) continue;
    await enqueueRow(transaction, id);
    // The agent was not asked, so the attempt is not counted.
    const tried = row.attempts > 0 ? 1 : 0;
    await takeBackAttempts(transaction, tried, id);
    if (row.queued !== null) continue;
    if (isQueuedKind(row.kind)) await publishQueued(transaction, id, 'queued');
    else await decisionFact(transaction, id, 'queued');
  }
}

/**
 * Releases the first in the queue of a task that has no run: words up to the next answer together, an answer with those it belongs
 * to. To be called whenever a run ends, and whenever a released item has started none.
 */
export async function advanceQueue(transaction: Transaction, threadId: string): Promise<void> {
  const rows = await queueOf(transaction, threadId);
  if (rows.length === 0 || (await openRunOf(transaction, threadId)) !== null) return;
  for (const id of await nextOf(transaction, threadId, rows)) {
    await releaseDelivery(transaction, id);
  }
}

async function nextOf(
  transaction: Transaction,
  threadId: string,
  rows: readonly QueuedRow[],
): Promise<string[]> {
  const queue = rows.map(({ kind, ...row }) => ({ ...row, isQueuedKind: isQueuedKind(kind) }));
  return leavesNext(queue, {
    isBlocked: (await blockingPrompts(transaction, threadId)).length > 0,
    isHeldBack: heldBackBy(await openIn(transaction, threadId)),
  });
}

/** At the start of the server: advances the queue of every task. */
export async function advanceQueues(transaction: Transaction): Promise<void> {
  const readAll = () => queuedThreads(transaction);
  const found =
    (await transaction.pastDamage('outbox', readAll, null)) ?? (await oneByOne(transaction));
  for (const thread of new Set(found.map((row) => row.thread))) {
    await transaction.pastDamage('outbox', () => advanceQueue(transaction, thread), undefined);
  }
}

/** Skips what cannot be read: the ids come from an index only. */
const oneByOne = async (transaction: Transaction): Promise<{ thread: string }[]> =>
  flatMapInOrder(await unsentIds(transaction), ({ id }) =>
    transaction.pastDamage('outbox', () => queuedThread(transaction, id), []),
  );

/** Removes answers that belong together from the queue: one of them is open again, and all wait for it. */
export async function dequeueAnswerGroup(
  transaction: Transaction,
  threadId: string,
  together: string,
): Promise<void> {
  await dequeueTogether(transaction, threadId, together);
}
