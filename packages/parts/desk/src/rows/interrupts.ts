import { inJson } from '@countersign/server/store/any-text';
import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';

/** Questions by what their agent calls them; read here, because a text that is no character cannot leave the store by itself. */
const bySource = (
  rows: Awaitable<{ source: string; reason: string | null }[]>,
): Awaitable<{ id: string; reason: string | null }[]> =>
  whenRead(rows, (found) =>
    found.map(({ source, reason }) => ({ id: storedJson<{ id: string }>(source).id, reason })),
  );

/** Where a prompt was asked last. */
export interface AskedPlace {
  id: string;
  run: string;
  message_id: string;
}

/** Interrupts of a run that closed without an answer, except those of a CUSTOM event, which cannot be cancelled. */
export const closedInterrupts = (
  reading: Reading,
  threadId: string,
  together: string,
): Awaitable<{ id: string; reason: string | null }[]> =>
  bySource(
    reading.all(
      `SELECT source, closed_reason AS reason FROM prompts
       WHERE thread = ? AND together = ? AND answered_by = 'resume' AND state IN ('expired', 'withdrawn')
         AND json_extract(source, '$.carrier') IS NULL
       ORDER BY sequence, place, json_extract(source, '$.id')`,
      threadId,
      together,
    ),
  );

/** Questions of CUSTOM events that are answered together and closed without an answer. */
export const closedEventQuestions = (
  reading: Reading,
  threadId: string,
  together: string,
): Awaitable<{ source: string; message: string; reason: string | null }[]> =>
  reading.all(
    `SELECT source, message, closed_reason AS reason FROM prompts
     WHERE thread = ? AND together = ? AND answered_by = 'resume' AND state IN ('expired', 'withdrawn')
       AND json_extract(source, '$.carrier') IS NOT NULL
     ORDER BY sequence, place, id`,
    threadId,
    together,
  );

/** Where a question was asked last: of one that was repeated, not where its message says. */
export const askedAt = (
  reading: Reading,
  promptId: string,
): Awaitable<(Omit<AskedPlace, 'id'> & { sequence: number }) | undefined> =>
  reading.get<Omit<AskedPlace, 'id'> & { sequence: number }>(
    'SELECT run, message_id, sequence FROM prompts WHERE id = ?',
    promptId,
  );

/** Tool calls of a task whose question closed without an answer. */
export const closedCalls = (
  reading: Reading,
  threadId: string,
): Awaitable<{ id: string; reason: string | null }[]> =>
  bySource(
    reading.all(
      `SELECT source, closed_reason AS reason FROM prompts
       WHERE thread = ? AND answered_by = 'result' AND state IN ('expired', 'withdrawn')`,
      threadId,
    ),
  );

/** Answers to calls that came back, and whose question closed then: as messages of the task they have the ids of the decisions. */
export const resultsTakenBack = (reading: Reading, threadId: string): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT d.id FROM prompts p JOIN decisions d ON d.prompt = p.id
     WHERE p.thread = ? AND p.answered_by = 'result' AND p.state IN ('expired', 'withdrawn')
       AND d.state IN ('refused', 'undeliverable')`,
    threadId,
  );

/** Each interrupt of a run once, except those of a CUSTOM event, which cannot be cancelled. */
export const interruptsOfRun = (
  reading: Reading,
  threadId: string,
  runId: string,
): Awaitable<{ id: string; reason: string | null }[]> =>
  bySource(
    reading.all(
      `SELECT MAX(source) AS source, MAX(closed_reason) AS reason FROM prompts
       WHERE thread = ? AND run = ? AND answered_by = 'resume' AND json_extract(source, '$.carrier') IS NULL
       GROUP BY json_extract(source, '$.id') ORDER BY MIN(sequence), MIN(place), json_extract(source, '$.id')`,
      threadId,
      runId,
    ),
  );

/** Interrupts that are open and were not answered in vain, or whose answer has not left. */
export const unansweredInterrupts = (
  reading: Reading,
  threadId: string,
): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT p.id FROM prompts p LEFT JOIN decisions d ON d.prompt = p.id AND d.state = 'recorded'
       LEFT JOIN outbox o ON o.id = d.id AND o.state IN ('pending', 'held')
       WHERE p.thread = ? AND p.answered_by = 'resume'
         AND (o.id IS NOT NULL OR p.state = 'open' AND NOT EXISTS (
           SELECT 1 FROM decisions f WHERE f.prompt = p.id AND f.state IN ('refused', 'undeliverable')))
       ORDER BY p.sequence, p.place, p.id`,
    threadId,
  );

/** Whether an answer to an interrupt of a run has arrived, or may have: what may have been done is not cancelled. */
export const isInterruptTaken = (
  reading: Reading,
  threadId: string,
  runId: string,
): Awaitable<boolean> =>
  whenRead(
    reading.get(
      `SELECT 1 FROM prompts p JOIN decisions d ON d.prompt = p.id WHERE p.thread = ? AND p.run = ?
       AND p.answered_by = 'resume' AND (d.state IN ('delivered', 'acknowledged')
         OR d.state = 'recorded' AND json_extract(d.failure_statement, '$.code') IN ('delivery.repeat-refused', 'delivery.may-have-arrived')) LIMIT 1`,
      threadId,
      runId,
    ),
    (row) => row !== undefined,
  );

export const lastInterrupt = (
  reading: Reading,
  threadId: string,
): Awaitable<{ run: string; sequence: number } | undefined> =>
  reading.get<{ run: string; sequence: number }>(
    `SELECT run, sequence FROM prompts WHERE thread = ? AND answered_by = 'resume' ORDER BY sequence DESC LIMIT 1`,
    threadId,
  );

/** The same interrupt as earlier runs of a task have asked it, the newest first. */
export const earlierInterrupts = (
  reading: Reading,
  { threadId, runId, sourceId }: { threadId: string; runId: string; sourceId: string },
): Awaitable<AskedPlace[]> =>
  reading.all<AskedPlace>(
    `SELECT id, run, message_id FROM prompts
       WHERE thread = ? AND answered_by = 'resume' AND run <> ? AND state IN ('open', 'answered')
         AND json_extract(source, '$.id') = json_extract(?, '$') ORDER BY sequence DESC, place DESC LIMIT 20`,
    threadId,
    runId,
    inJson(sourceId),
  );

/** Open interrupts of a task that were answered, and whose answers came back. */
export const returnedInterrupts = (
  reading: Reading,
  threadId: string,
): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT p.id FROM prompts p WHERE p.thread = ? AND p.state = 'open' AND p.answered_by = 'resume'
     AND EXISTS (SELECT 1 FROM decisions f WHERE f.prompt = p.id AND f.state IN ('refused', 'undeliverable'))
     ORDER BY p.sequence, p.place, p.id`,
    threadId,
  );
