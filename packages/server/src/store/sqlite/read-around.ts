import { say } from '@countersign/api/statements';
import { customName } from '@countersign/hai/event';
import type { StreamFilter } from '../event-filter.ts';
import { isDamage } from '../faults/damage.ts';
import type { EventRow } from '../row.ts';
import type { Connection } from './database.ts';

/** The place of an event from an index, which is on another page than the event itself. */
interface Place {
  position: number;
  thread: string;
  sequence: number;
}

const at = 'SELECT position, thread, sequence FROM events INDEXED BY events_thread WHERE';
const statements = {
  all: `${at} position > ? AND position <= ? ORDER BY position LIMIT ?`,
  thread: `${at} thread = ? AND position > ? AND position <= ? ORDER BY sequence LIMIT ?`,
  sequence: `${at} thread = ? AND sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?`,
  notable: `SELECT position FROM events INDEXED BY events_notable
    WHERE notable = 1 AND position > ? AND position <= ? ORDER BY position LIMIT ?`,
  place: `${at} position = ?`,
};
/** Events read one by one per call. */
const atOnce = 50;

/**
 * Reads events past pages of the disk that cannot be read: a lost event is replaced by an anomaly of its task, so that streams do not
 * stop there and sequences have no gaps. Used only after a normal read has failed.
 */
export interface ReadAround {
  /** A few of the events that the filter wants between two positions; none = there are no more. */
  since(after: number, upTo: number, filter: StreamFilter): EventRow[];
  /** A few of one thread between two sequences; none = there are no more. */
  ofThread(threadId: string, after: number, upTo: number): EventRow[];
}

export function createReadAround(
  reader: Pick<Connection, 'get' | 'all'>,
  /** Called for each task that has lost events. */
  onDamage: (threadId: string) => void,
): ReadAround {
  const unreadable = (place: Place, before: EventRow | undefined): EventRow => {
    onDamage(place.thread);
    const said = say('stream.event-damaged', { sequence: place.sequence });
    const value = {
      kind: 'event-unreadable',
      agentId: 'countersign',
      detail: said.text,
      statement: said.statement,
    };
    return {
      position: place.position,
      thread: place.thread,
      sequence: place.sequence,
      run: null,
      agent: 'countersign',
      received: before?.received ?? 0,
      notable: 1,
      data: JSON.stringify({ type: 'CUSTOM', name: customName.anomaly, value }),
    };
  };

  const oneByOne = (places: readonly Place[]): EventRow[] => {
    const rows: EventRow[] = [];
    for (const place of places) {
      let row: EventRow | undefined;
      try {
        row = reader.get<EventRow>('SELECT * FROM events WHERE position = ?', place.position);
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
      rows.push(row !== undefined && isWhole(row) ? row : unreadable(place, rows.at(-1)));
    }
    return rows;
  };

  const notableOf = (after: number, upTo: number): Place[] =>
    reader
      .all<{ position: number }>(statements.notable, after, upTo, atOnce)
      .flatMap(({ position }) => reader.get<Place>(statements.place, position) ?? []);

  return {
    since(after, upTo, { threads, facts }) {
      if (threads === '*') {
        return oneByOne(reader.all<Place>(statements.all, after, upTo, atOnce));
      }
      const found = new Map<number, Place>();
      for (const thread of threads) {
        for (const place of reader.all<Place>(statements.thread, thread, after, upTo, atOnce)) {
          found.set(place.position, place);
        }
      }
      if (facts) for (const place of notableOf(after, upTo)) found.set(place.position, place);
      // Each order returned its first ones: the first ones of all are among them.
      const places = [...found.values()].toSorted((a, b) => a.position - b.position);
      return oneByOne(places.slice(0, atOnce));
    },
    ofThread: (threadId, after, upTo) =>
      oneByOne(reader.all<Place>(statements.sequence, threadId, after, upTo, atOnce)),
  };
}

/** A page may be readable but garbage, most often zeros: the text of an event contains no NUL. */
export const isWhole = ({ data }: EventRow): boolean =>
  typeof data === 'string' && data !== '' && !data.includes('\u0000');
