import type { AnsweredBy } from '@countersign/api/origin';
import { heldBackBy, leavesNext } from '@countersign/desk/answer-group';
import type { Transaction } from '../journal/transaction.ts';
import { openIn } from '../records/answer-group.ts';
import { openRunOf } from '../records/open-runs.ts';
import { decisionFact } from './enqueue.ts';
import { blockingPrompts } from './pending-interrupts.ts';
import { isQueuedKind, publishQueued } from './queued-messages.ts';

/** What waits for the end of a run is `held` and has a number in `queued`, which it keeps until it is sent. */
const inQueue = `state = 'held' AND queued IS NOT NULL`;

/** Appends answers and words to the queue for the next run of their task. They can be taken back again. */
export function enqueue(transaction: Transaction, ids: readonly string[]): void {
  for (const id of ids) {
    const row = transaction.get<{ kind: string; queued: number | null; attempts: number }>(
      `SELECT kind, queued, attempts FROM outbox WHERE id = ? AND state IN ('pending', 'held')`,
      id,
    );
    if (row === undefined) continue;
    transaction.run(
      `UPDATE outbox SET state = 'held', attempts = 0,
         queued = COALESCE(queued, (SELECT COALESCE(MAX(queued), 0) + 1 FROM outbox WHERE queued IS NOT NULL)) WHERE id = ?`,
      id,
    );
    // The agent was not asked, so the attempt is not counted.
    const tried = row.attempts > 0 ? 1 : 0;
    transaction.run('UPDATE decisions SET attempts = MAX(0, attempts - ?) WHERE id = ?', tried, id);
    if (row.queued !== null) continue;
    if (isQueuedKind(row.kind)) publishQueued(transaction, id, 'queued');
    else decisionFact(transaction, id, 'queued');
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
export function advanceQueue(transaction: Transaction, threadId: string): void {
  const rows = transaction.all<Waiting>(
    `SELECT o.id, o.kind, p.answered_by AS answeredBy, p.together FROM outbox o
     LEFT JOIN decisions d ON d.id = o.id LEFT JOIN prompts p ON p.id = d.prompt
     WHERE o.thread = ? AND o.state = 'held' AND o.queued IS NOT NULL ORDER BY o.queued`,
    threadId,
  );
  if (rows.length === 0 || openRunOf(transaction, threadId) !== null) return;
  for (const id of nextOf(transaction, threadId, rows)) {
    transaction.run(
      `UPDATE outbox SET state = 'pending', due = ? WHERE id = ?`,
      transaction.now,
      id,
    );
  }
}

function nextOf(transaction: Transaction, threadId: string, rows: readonly Waiting[]): string[] {
  const queue = rows.map(({ kind, ...row }) => ({ ...row, isQueuedKind: isQueuedKind(kind) }));
  return leavesNext(queue, {
    isBlocked: blockingPrompts(transaction, threadId).length > 0,
    isHeldBack: heldBackBy(openIn(transaction, threadId)),
  });
}

/** At the start of the server: advances the queue of every task. */
export function advanceQueues(transaction: Transaction): void {
  const threads = (where: string, ...values: string[]) =>
    transaction.all<{ thread: string }>(
      `SELECT DISTINCT thread FROM outbox WHERE ${inQueue} ${where}`,
      ...values,
    );
  const readAll = () => threads('');
  const found = transaction.pastDamage('outbox', readAll, null) ?? oneByOne(transaction, threads);
  for (const thread of new Set(found.map((row) => row.thread))) {
    transaction.pastDamage('outbox', () => advanceQueue(transaction, thread), undefined);
  }
}

/** Skips what cannot be read: the ids come from an index only. */
const oneByOne = (
  transaction: Transaction,
  threads: (where: string, id: string) => { thread: string }[],
): { thread: string }[] =>
  transaction
    .all<{ id: string }>(
      `SELECT id FROM outbox INDEXED BY outbox_unsent WHERE state IN ('pending', 'held')`,
    )
    .flatMap(({ id }) => transaction.pastDamage('outbox', () => threads('AND id = ?', id), []));

/** Removes answers that belong together from the queue: one of them is open again, and all wait for it. */
export function dequeueAnswerGroup(
  transaction: Transaction,
  threadId: string,
  together: string,
): void {
  transaction.run(
    `UPDATE outbox SET queued = NULL WHERE thread = ? AND ${inQueue} AND id IN (
       SELECT d.id FROM prompts p JOIN decisions d ON d.prompt = p.id WHERE p.thread = ? AND p.together = ?)`,
    threadId,
    threadId,
    together,
  );
}
