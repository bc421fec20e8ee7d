import type { Awaitable } from './awaitable.ts';
import type { Reading, Writing } from './port.ts';
import type { EventRow } from './row.ts';

/** A kept fold of a task, compressed; `events` and `kept` are what it and those before it weigh. */
export interface KeptFold {
  threadId: string;
  sequence: number;
  events: number;
  kept: number;
  data: Uint8Array;
}

/** The last one up to a sequence. */
export const readFold = (
  reading: Pick<Reading, 'get'>,
  threadId: string,
  upTo: number,
): Awaitable<Pick<KeptFold, 'events' | 'kept' | 'data'> | undefined> =>
  reading.get<Pick<KeptFold, 'events' | 'kept' | 'data'>>(
    `SELECT events, kept, data FROM snapshots WHERE thread = ? AND sequence <= ?
     ORDER BY sequence DESC LIMIT 1`,
    threadId,
    upTo,
  );

/** Events of a task with `after` < sequence ≤ `upTo`, at most `limit`. */
export const eventsToFold = (
  reading: Pick<Reading, 'all'>,
  threadId: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Awaitable<EventRow[]> =>
  reading.all<EventRow>(
    'SELECT * FROM events WHERE thread = ? AND sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?',
    threadId,
    after,
    upTo,
    limit,
  );

export const insertFold = (writing: Writing, fold: KeptFold): Awaitable<number> =>
  writing.run(
    'INSERT INTO snapshots(thread, sequence, events, kept, data) VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING',
    fold.threadId,
    fold.sequence,
    fold.events,
    fold.kept,
    fold.data,
  );

export const deleteFolds = (writing: Writing): Awaitable<number> =>
  writing.run('DELETE FROM snapshots');
