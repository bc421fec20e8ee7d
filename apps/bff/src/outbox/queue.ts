import type { AnsweredBy } from '@countersign/api/origin';
import { heldBackBy, leavesNext } from '@countersign/desk/answer-group';
import { openIn } from '../records/answer-group.ts';
import { openRunOf } from '../records/open-runs.ts';
import type { Awaitable } from '../store/awaitable.ts';
import { flatMapInOrder } from '../store/in-order.ts';
import type { Transaction } from '../store/transaction.ts';
import { decisionFact } from './enqueue.ts';
import { blockingPrompts } from './pending-interrupts.ts';
import { isQueuedKind, publishQueued } from './queued-messages.ts';

/** What waits for the end of a run is `held` and has a number in `queued`, which it keeps until it is sent. */
const inQueue = `state = 'held' AND queued IS NOT NULL`;

/** Appends answers and words to the queue for the next run of their task. They can be taken back again. */
export async function enqueue(transaction: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const row = await transaction.get<{ kind: string; queued: number | null; attempts: number }>(
      `SELECT kind, queued, attempts FROM outbox WHERE id = ? AND state IN ('pending', 'held')`,
      id,
    );
    if (row === undefined) continue;
    await transaction.run(
      `UPDATE outbox SET state = 'held', attempts = 0,
         queued = COALESCE(queued, (SELECT COALESCE(MAX(queued), 0) + 1 FROM outbox WHERE queued IS NOT NULL)) WHERE id = ?`,
      id,
    );
    // The agent was not asked, so the attempt is not counted.
    const tried = row.attempts > 0 ? 1 : 0;
    await transaction.run(
      'UPDATE decisions SET attempts = CASE WHEN attempts > ? THEN attempts - ? ELSE 0 END WHERE id = ?',
      tried,
      tried,
      id,
    );
    if (row.queued !== null) continue;
    if (isQueuedKind(row.kind)) await publishQueued(transaction, id, 'queued');
    else await decisionFact(transaction, id, 'queued');
  }
}

interface Waiting {
  id: string;
  kind: string;
  answeredBy: AnsweredBy | null;
  together: string | null;
}

/**
 * Releases the first in the queue of a task that has no run: words up to the next answer together, an answer with those it belongs
 * to. To be called whenever a run ends, and whenever a released item has started none.
 */
export async function advanceQueue(transaction: Transaction, threadId: string): Promise<void> {
  const rows = await transaction.all<Waiting>(
    `SELECT o.id, o.kind, p.answered_by AS answeredBy, p.together FROM outbox o
     LEFT JOIN decisions d ON d.id = o.id LEFT JOIN prompts p ON p.id = d.prompt
     WHERE o.thread = ? AND o.state = 'held' AND o.queued IS NOT NULL ORDER BY o.queued`,
    threadId,
  );
  if (rows.length === 0 || (await openRunOf(transaction, threadId)) !== null) return;
  for (const id of await nextOf(transaction, threadId, rows)) {
    await transaction.run(
      `UPDATE outbox SET state = 'pending', due = ? WHERE id = ?`,
      transaction.now,
      id,
    );
  }
}

async function nextOf(
  transaction: Transaction,
  threadId: string,
  rows: readonly Waiting[],
): Promise<string[]> {
  const queue = rows.map(({ kind, ...row }) => ({ ...row, isQueuedKind: isQueuedKind(kind) }));
  return leavesNext(queue, {
    isBlocked: (await blockingPrompts(transaction, threadId)).length > 0,
    isHeldBack: heldBackBy(await openIn(transaction, threadId)),
  });
}

/** At the start of the server: advances the queue of every task. */
export async function advanceQueues(transaction: Transaction): Promise<void> {
  const threads = (where: string, ...values: string[]) =>
    transaction.all<{ thread: string }>(
      `SELECT DISTINCT thread FROM outbox WHERE ${inQueue} ${where}`,
      ...values,
    );
  const readAll = () => threads('');
  const found =
    (await transaction.pastDamage('outbox', readAll, null)) ??
    (await oneByOne(transaction, threads));
  for (const thread of new Set(found.map((row) => row.thread))) {
    await transaction.pastDamage('outbox', () => advanceQueue(transaction, thread), undefined);
  }
}

/** Skips what cannot be read: the ids come from an index only. */
const oneByOne = async (
  transaction: Transaction,
  threads: (where: string, id: string) => Awaitable<{ thread: string }[]>,
): Promise<{ thread: string }[]> =>
  flatMapInOrder(
    await transaction.all<{ id: string }>(
      `SELECT id FROM outbox INDEXED BY outbox_unsent WHERE state IN ('pending', 'held')`,
    ),
    ({ id }) => transaction.pastDamage('outbox', () => threads('AND id = ?', id), []),
  );

/** Removes answers that belong together from the queue: one of them is open again, and all wait for it. */
export async function dequeueAnswerGroup(
  transaction: Transaction,
  threadId: string,
  together: string,
): Promise<void> {
  await transaction.run(
    `UPDATE outbox SET queued = NULL WHERE thread = ? AND ${inQueue} AND id IN (
       SELECT d.id FROM prompts p JOIN decisions d ON d.prompt = p.id WHERE p.thread = ? AND p.together = ?)`,
    threadId,
    threadId,
    together,
  );
}
