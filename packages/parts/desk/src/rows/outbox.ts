import type { AnsweredBy } from '@countersign/api/origin';
import type { Unsent } from '@countersign/desk/answer-group';
import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import { isListed } from '@countersign/server/store/dialect';
import type { Reading, Writing } from '@countersign/server/store/port';

/**
 * A `notice` informs an open run and never starts one; an `end` says that a question has ended without an answer, and starts a run
 * if its agent waits; `words` wait for the next run.
 */
export type DeliveryKind = 'decision' | 'end' | 'message' | 'notice' | 'words';

/** All columns but the body, which may be big. */
export interface DeliveryRow {
  id: string;
  kind: DeliveryKind;
  run: string;
  thread: string;
  agent: string;
  attempts: number;
  queued: number | null;
}

const columns = 'id, kind, run, thread, agent, attempts, queued';

export interface UnsentRow {
  id: string;
  kind: string;
  queued: number | null;
  stopped: number;
  /** Status of the run that asked, or to which the words were sent. */
  run_status: string;
}

export interface WordsRow {
  thread: string;
  run: string;
  body: string;
  state: string;
}

/** What waits for the end of a run is `held` and has a number in `queued`, which it keeps until it is sent. */
const inQueue = `state = 'held' AND queued IS NOT NULL`;

export interface QueuedRow {
  id: string;
  kind: string;
  answeredBy: AnsweredBy | null;
  together: string | null;
}

/** Tasks in whose queue something waits. */
export const queuedThreads = (reading: Reading): Awaitable<{ thread: string }[]> =>
  reading.all<{ thread: string }>(`SELECT DISTINCT thread FROM outbox WHERE ${inQueue}`);

/** The task in whose queue this waits; none = it does not. */
export const queuedThread = (reading: Reading, id: string): Awaitable<{ thread: string }[]> =>
  reading.all<{ thread: string }>(
    `SELECT DISTINCT thread FROM outbox WHERE ${inQueue} AND id = ?`,
    id,
  );

const reclaim = `UPDATE outbox SET due = ? WHERE state = 'pending' AND attempts > 0`;

/** What was leased is due at once. */
export const reclaimLeased = (writing: Writing): Awaitable<number> =>
  writing.run(reclaim, writing.now);

/** The same for one of them. */
export const reclaimOne = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(`${reclaim} AND id = ?`, writing.now, id);

/** The task of something that waits for the end of a run. */
export const queuedThreadOf = (
  reading: Reading,
  id: string,
): Awaitable<{ thread: string } | undefined> =>
  reading.get<{ thread: string }>(
    `SELECT thread FROM outbox WHERE id = ? AND state = 'held' AND queued IS NOT NULL`,
    id,
  );

export const placeDelivery = (
  writing: Writing,
  { state, due, id }: { state: Unsent['state']; due: number; id: string },
): Awaitable<number> =>
  writing.run('UPDATE outbox SET state = ?, due = ? WHERE id = ?', state, due, id);

export const unsentRow = (reading: Reading, id: string): Awaitable<UnsentRow | undefined> =>
  reading.get<UnsentRow>(
    `SELECT o.id, o.kind, o.queued, o.stopped, r.status AS run_status FROM outbox o JOIN runs r ON r.id = o.run
     WHERE o.id = ? AND o.state IN ('pending', 'held')`,
    id,
  );

export const markCarried = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(`UPDATE outbox SET state = 'carried' WHERE id = ?`, id);

export const shiftUnsent = (writing: Writing, jumpMs: number): Awaitable<number> =>
  writing.run(`UPDATE outbox SET due = due + ? WHERE state IN ('pending', 'held')`, jumpMs);

/** Prompts whose answers can still be recalled. */
export const recallablePrompts = (reading: Reading): Awaitable<{ prompt: string }[]> =>
  reading.all<{
    prompt: string;
  }>(`SELECT p.id AS prompt FROM outbox o CROSS JOIN decisions d ON d.id = o.id CROSS JOIN prompts p ON p.id = d.prompt
     WHERE o.state IN ('pending', 'held') AND o.attempts = 0 AND d.release_at IS NOT NULL`);

/** Answers that leave together: no later than at that time. */
export const advanceDeliveries = (
  writing: Writing,
  due: number,
  ids: readonly string[],
): Awaitable<number> =>
  writing.run(
    `UPDATE outbox SET due = ? WHERE id ${isListed} AND state IN ('pending', 'held') AND attempts = 0 AND due > ?`,
    due,
    JSON.stringify(ids),
    due,
  );

export const postponeDelivery = (writing: Writing, due: number, id: string): Awaitable<number> =>
  writing.run(`UPDATE outbox SET due = ? WHERE id = ? AND state = 'pending'`, due, id);

export const markDone = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(`UPDATE outbox SET state = 'done' WHERE id = ?`, id);

export const readDelivery = (reading: Reading, id: string): Awaitable<DeliveryRow | undefined> =>
  reading.get<DeliveryRow>(`SELECT ${columns} FROM outbox WHERE id = ?`, id);

export const leaseDelivery = (writing: Writing, due: number, id: string): Awaitable<number> =>
  writing.run(
    `UPDATE outbox SET state = 'pending', due = ?, attempts = attempts + 1 WHERE id = ?`,
    due,
    id,
  );

export const bodyOfDelivery = (
  reading: Reading,
  id: string,
): Awaitable<{ body: string } | undefined> =>
  reading.get<{ body: string }>('SELECT body FROM outbox WHERE id = ?', id);

/** Words that were released together, in their order. */
export const queuedWords = (
  reading: Reading,
  thread: string,
): Awaitable<{ id: string; kind: DeliveryKind; body: string }[]> =>
  reading.all<{ id: string; kind: DeliveryKind; body: string }>(
    `SELECT id, kind, body FROM outbox WHERE thread = ? AND state = 'pending' AND queued IS NOT NULL
         AND kind IN ('words', 'message') ORDER BY queued`,
    thread,
  );

/** The first due ones, without those of some agents . */
export const dueDeliveries = (
  reading: Reading,
  { now, full, limit }: { now: number; full: readonly string[]; limit: number },
): Awaitable<DeliveryRow[]> =>
  reading.all<DeliveryRow>(
    `SELECT ${columns} FROM outbox WHERE state = 'pending' AND due <= ? AND NOT agent ${isListed}
       ORDER BY due LIMIT ?`,
    now,
    JSON.stringify(full),
    limit,
  );

export const countQueuedWords = (
  reading: Reading,
  threadId: string,
): Awaitable<{ count: number; bytes: number } | undefined> =>
  reading.get<{ count: number; bytes: number }>(
    `SELECT COUNT(*) AS count, COALESCE(SUM(OCTET_LENGTH(body)), 0) AS bytes FROM outbox
     WHERE thread = ? AND state IN ('pending', 'held') AND queued IS NOT NULL AND kind IN ('words', 'message')`,
    threadId,
  );

export const markRecalled = (writing: Writing, messageId: string): Awaitable<number> =>
  writing.run(`UPDATE outbox SET state = 'recalled' WHERE id = ?`, messageId);

export const sendingStateOf = (
  reading: Reading,
  messageId: string,
): Awaitable<
  { kind: string; state: string; attempts: number; queued: number | null } | undefined
> =>
  reading.get<{ kind: string; state: string; attempts: number; queued: number | null }>(
    'SELECT kind, state, attempts, queued FROM outbox WHERE id = ?',
    messageId,
  );

/** An answer for an asker inside the server. */
export const insertForAsker = (
  writing: Writing,
  {
    id,
    agentId,
    log,
    body,
    due,
  }: { id: string; agentId: string; log: string; body: string; due: number },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO outbox(id, kind, run, agent, thread, body, state, due) VALUES(?,'decision','',?,?,?,'pending',?)`,
    id,
    agentId,
    log,
    body,
    due,
  );

/** For the agent of a run. */
export const insertDelivery = (
  writing: Writing,
  {
    id,
    kind,
    body,
    due,
    runId,
  }: { id: string; kind: string; body: string; due: number; runId: string },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO outbox(id, kind, run, agent, thread, body, state, due)
     SELECT ?, ?, id, agent, thread, ?, 'pending', ? FROM runs WHERE id = ?`,
    id,
    kind,
    body,
    due,
    runId,
  );

export const deleteUnsent = (writing: Writing, decisionId: string): Awaitable<number> =>
  writing.run(
    `DELETE FROM outbox WHERE id = ? AND state IN ('pending', 'held') AND attempts = 0`,
    decisionId,
  );

export const dequeueTogether = (
  writing: Writing,
  threadId: string,
  together: string,
): Awaitable<number> =>
  writing.run(
    `UPDATE outbox SET queued = NULL WHERE thread = ? AND ${inQueue} AND id IN (
       SELECT d.id FROM prompts p JOIN decisions d ON d.prompt = p.id WHERE p.thread = ? AND p.together = ?)`,
    threadId,
    threadId,
    together,
  );

/** Ids from an index only. */
export const unsentIds = (reading: Reading): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT id FROM outbox INDEXED BY outbox_unsent WHERE state IN ('pending', 'held')`,
  );

export const releaseDelivery = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(`UPDATE outbox SET state = 'pending', due = ? WHERE id = ?`, writing.now, id);

/** What waits for the end of a task's run, in order. */
export const queueOf = (reading: Reading, threadId: string): Awaitable<QueuedRow[]> =>
  reading.all<QueuedRow>(
    `SELECT o.id, o.kind, p.answered_by AS answeredBy, p.together FROM outbox o
     LEFT JOIN decisions d ON d.id = o.id LEFT JOIN prompts p ON p.id = d.prompt
     WHERE o.thread = ? AND o.state = 'held' AND o.queued IS NOT NULL ORDER BY o.queued`,
    threadId,
  );

/** With the next number of the queue, unless it has one. */
export const enqueueRow = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(
    `UPDATE outbox SET state = 'held', attempts = 0,
         queued = COALESCE(queued, (SELECT COALESCE(MAX(queued), 0) + 1 FROM outbox WHERE queued IS NOT NULL)) WHERE id = ?`,
    id,
  );

export const unsentStateOf = (
  reading: Reading,
  id: string,
): Awaitable<
  { kind: string; state: string; queued: number | null; attempts: number } | undefined
> =>
  reading.get<{ kind: string; state: string; queued: number | null; attempts: number }>(
    `SELECT kind, state, queued, attempts FROM outbox WHERE id = ? AND state IN ('pending', 'held')`,
    id,
  );

export const wordsRow = (reading: Reading, id: string): Awaitable<WordsRow | undefined> =>
  reading.get<WordsRow>(
    `SELECT thread, run, body, state FROM outbox WHERE id = ? AND kind IN ('words', 'message')`,
    id,
  );

export const markStopped = (writing: Writing, id: string): Awaitable<number> =>
  writing.run('UPDATE outbox SET stopped = 1 WHERE id = ?', id);

export const unsentOfTask = (
  reading: Reading,
  threadId: string,
): Awaitable<
  {
    id: string;
    attempts: number;
    queued: number | null;
    ended: number | null;
  }[]
> =>
  reading.all<{
    id: string;
    attempts: number;
    queued: number | null;
    ended: number | null;
  }>(
    `SELECT o.id, o.attempts, o.queued, r.ended FROM outbox o JOIN runs r ON r.id = o.run
     WHERE o.thread = ? AND o.state IN ('pending', 'held') AND o.kind <> 'notice' ORDER BY o.queued NULLS FIRST, o.due, o.id`,
    threadId,
  );

export const markDead = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(`UPDATE outbox SET state = 'dead' WHERE id = ?`, id);

/** Pending ones in the order of their due times, from an index only, so that unreadable rows are included. */
export const idsBeingSent = (
  reading: Reading,
  until: number,
  limit: number,
): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT id FROM outbox INDEXED BY outbox_due WHERE state = 'pending' AND due <= ? ORDER BY due LIMIT ?`,
    until,
    limit,
  );

/** Whether words or answers wait for the end of the task's run. */
export const hasQueue = (reading: Reading, threadId: string): Awaitable<boolean> =>
  whenRead(
    reading.get(
      `SELECT 1 FROM outbox WHERE thread = ? AND state = 'held' AND queued IS NOT NULL LIMIT 1`,
      threadId,
    ),
    (row) => row !== undefined,
  );
