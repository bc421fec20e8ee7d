import type { PageLimit, StreamFilter } from '../event-filter.ts';
import { GarbageError } from '../faults/damage.ts';
import { type EventRow, type StreamRow, streamRow } from '../row.ts';
import type { Connection } from './database.ts';
import { isWhole } from './read-around.ts';

/** Reads the log a page at a time; rows are chosen by their sizes before any of their texts is read. */
export interface Pages {
  /** Events of the filter with `after` < position ≤ `upTo`; none = there is nothing more up to there. */
  since(after: number, upTo: number, filter: StreamFilter, limit: PageLimit): StreamRow[];
  /** One thread in order, from after a sequence; none = the end. */
  ofThread(threadId: string, after: number, limit: PageLimit): StreamRow[];
}

/** The place of an event, and its size. */
interface Place {
  position: number;
  sequence: number;
  bytes: number;
}

/** `octet_length` is read from the row's header: the text itself stays on disk. */
const place = 'SELECT position, sequence, octet_length(data) AS bytes FROM events';
/** Each of these is an index search, for any size of the log. */
export const pageStatements = {
  all: `${place} WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`,
  notable: `${place} INDEXED BY events_notable WHERE notable = 1 AND position > ? AND position <= ? ORDER BY position LIMIT ?`,
  thread: `${place} WHERE thread = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
  newest: 'SELECT position, sequence FROM events WHERE thread = ? ORDER BY sequence DESC LIMIT 1',
  nearest:
    'SELECT position, sequence FROM events WHERE thread = ? AND sequence <= ? ORDER BY sequence DESC LIMIT 1',
  range: 'SELECT * FROM events WHERE position >= ? AND position <= ? ORDER BY position',
  listed:
    'SELECT * FROM events WHERE position IN (SELECT value FROM json_each(?)) ORDER BY position',
} as const;

/** Places read at once where several orders are merged: each may be the one with the fewest. */
const stepRows = 50;

export function createPages(read: Pick<Connection, 'get' | 'all'>): Pages {
  /** The last event of a thread that is not after a position: both are ascending, so it is searched for. */
  const sequenceAt = (thread: string, position: number): number => {
    const newest = read.get<Place>(pageStatements.newest, thread);
    if (newest === undefined) return 0;
    if (newest.position <= position) return newest.sequence;
    // Readers that reconnect have seen nearly everything: the steps begin at the end.
    let low = 0;
    let high = newest.sequence;
    for (let step = 1; high > 0; step *= 2) {
      const found = read.get<Place>(pageStatements.nearest, thread, Math.max(0, high - step));
      low = found?.sequence ?? 0;
      if (found === undefined || found.position <= position) break;
      high = low;
    }
    while (high - low > 1) {
      const middle = low + Math.floor((high - low) / 2);
      const found = read.get<Place>(pageStatements.nearest, thread, middle);
      if (found === undefined || found.sequence <= low) low = middle;
      else if (found.position <= position) low = found.sequence;
      else high = found.sequence;
    }
    return low;
  };

  /** Places in order, fetched as needed. */
  function* steps(next: (last: Place | undefined) => Place[]): Generator<Place, void> {
    for (let last: Place | undefined; ; ) {
      const places = next(last);
      yield* places;
      if (places.length < stepRows) return;
      last = places.at(-1);
    }
  }
  const notableOf = (after: number, upTo: number) =>
    steps((last) => read.all(pageStatements.notable, last?.position ?? after, upTo, stepRows));
  const threadOf = (thread: string, after: number) =>
    steps((last) => read.all(pageStatements.thread, thread, last?.sequence ?? after, stepRows));

  const rowsAt = (places: readonly Place[]): StreamRow[] => {
    const first = places[0];
    const last = places.at(-1);
    if (first === undefined || last === undefined) return [];
    const rows =
      last.position - first.position === places.length - 1
        ? read.all<EventRow>(pageStatements.range, first.position, last.position)
        : read.all<EventRow>(
            pageStatements.listed,
            JSON.stringify(places.map(({ position }) => position)),
          );
    if (!rows.every(isWhole)) throw new GarbageError();
    return rows.map(streamRow);
  };

  return {
    since(after, upTo, filter, limit) {
      if (filter.threads === '*') {
        return rowsAt(choose(read.all(pageStatements.all, after, upTo, limit.rows), upTo, limit));
      }
      const sources = [...new Set(filter.threads)].map((thread) =>
        threadOf(thread, sequenceAt(thread, after)),
      );
      if (filter.facts) sources.push(notableOf(after, upTo));
      return rowsAt(choose(merge(sources), upTo, limit));
    },
    ofThread(threadId, after, limit) {
      const places = read.all<Place>(pageStatements.thread, threadId, after, limit.rows);
      return rowsAt(choose(places, Number.POSITIVE_INFINITY, limit));
    },
  };
}

/** Several orders of places merged into one, each place once. */
function* merge(sources: readonly Generator<Place, void>[]): Generator<Place, void> {
  const heads = sources.flatMap((source) => {
    const { value } = source.next();
    return value ? [{ source, value }] : [];
  });
  let reported = 0;
  while (heads.length > 0) {
    let index = 0;
    for (const [at, { value }] of heads.entries()) {
      if (value.position < (heads[index]?.value.position ?? 0)) index = at;
    }
    const head = heads[index];
    if (head === undefined) return;
    if (head.value.position > reported) {
      reported = head.value.position;
      yield head.value;
    }
    const { value } = head.source.next();
    if (value) head.value = value;
    else heads.splice(index, 1);
  }
}

function choose(places: Iterable<Place>, upTo: number, limit: PageLimit): Place[] {
  const chosen: Place[] = [];
  let bytes = 0;
  for (const found of places) {
    bytes += found.bytes;
    if (found.position > upTo) break;
    if (chosen.length > 0 && (chosen.length >= limit.rows || bytes > limit.bytes)) break;
    chosen.push(found);
  }
  return chosen;
}
