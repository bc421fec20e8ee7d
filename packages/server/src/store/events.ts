import { type Awaitable, whenRead } from './awaitable.ts';
import { isListed } from './dialect.ts';
import type { Reading } from './port.ts';
import type { EventRow } from './row.ts';

// A substring of every state event, and of the hand-overs a document may be built from: false matches are skipped by the reader.
const ofState = `SELECT * FROM events WHERE thread = ? AND sequence > ? AND sequence <= ?
  AND (instr(data, '"STATE_') > 0 OR instr(data, '"AGENT_COLLABORATIVE_MESSAGE_CONTENT"') > 0) ORDER BY sequence`;

/** Events that may have written the shared document, with `after` < sequence ≤ `upTo`. */
export const stateEvents = (
  reading: Reading,
  threadId: string,
  { after, upTo }: { after: number; upTo: number },
): Awaitable<EventRow[]> => reading.all<EventRow>(ofState, threadId, after, upTo);

export const receivedAt = (
  reading: Reading,
  threadId: string,
  sequence: number,
): Awaitable<{ received: number } | undefined> =>
  reading.get<{ received: number }>(
    'SELECT received FROM events WHERE thread = ? AND sequence = ?',
    threadId,
    sequence,
  );

/** Null: the task has none. */
export const lastSequenceOf = (
  reading: Reading,
  threadId: string,
): Awaitable<{ last: number | null } | undefined> =>
  reading.get<{ last: number | null }>(
    'SELECT MAX(sequence) AS last FROM events WHERE thread = ?',
    threadId,
  );

/** Whether an agent has sent an event of one of these types in a run. */
export const hasEventOf = (
  reading: Reading,
  {
    threadId,
    runId,
    agentId,
    types,
  }: { threadId: string; runId: string; agentId: string; types: readonly string[] },
): Awaitable<boolean> =>
  whenRead(
    reading.get(
      `SELECT 1 FROM events WHERE thread = ? AND run = ? AND agent = ?
      AND json_extract(data, '$.type') ${isListed} LIMIT 1`,
      threadId,
      runId,
      agentId,
      JSON.stringify(types),
    ),
    (row) => row !== undefined,
  );

/** The next hundred that an agent has sent in a run. */
export const eventsOfRun = (
  reading: Reading,
  {
    threadId,
    after,
    runId,
    agentId,
  }: { threadId: string; after: number; runId: string; agentId: string },
): Awaitable<{ sequence: number; data: string }[]> =>
  reading.all<{ sequence: number; data: string }>(
    `SELECT sequence, data FROM events WHERE thread = ? AND sequence > ? AND run = ? AND agent = ?
       ORDER BY sequence LIMIT 100`,
    threadId,
    after,
    runId,
    agentId,
  );

/** What binds events to those before them, by their positions, after one and up to another. */
export const linksBetween = (
  reading: Reading,
  after: number,
  upTo: number,
): Awaitable<ReadonlyMap<number, string | null>> =>
  whenRead(
    reading.all<{ position: number; link: string | null }>(
      'SELECT position, link FROM events WHERE position > ? AND position <= ?',
      after,
      upTo,
    ),
    (rows) => new Map(rows.map(({ position, link }) => [position, link])),
  );
