import type { PageLimit } from '../event-filter.ts';
import type { StreamRow, WrittenBy } from '../row.ts';
import type { EventPages } from './event-pages.ts';

/** What is read at once. */
const limit: PageLimit = { rows: 1_000, bytes: 4_000_000 };

/**
 * Hands on every committed event after `cursor`, of all servers, in order and once. What this server has written is offered to it;
 * notices of others say only how far the log has come: what is new is read from there, so that a lost notice delays and never skips.
 */
export function createFollower(options: {
  pages: Pick<EventPages, 'since'>;
  cursor: number;
  onRows: (rows: readonly StreamRow[], by: WrittenBy) => void;
  /** A page could not be read: it is read again when `advance` is called, also with the same position. */
  onError: (error: unknown) => void;
}) {
  const { pages, onRows, onError } = options;
  let { cursor } = options;
  let head = cursor;
  let reading: Promise<void> | null = null;
  /** Events of this server, without gaps in each list, that follow others which have not been read yet. */
  let own: StreamRow[][] = [];

  const handOn = (rows: readonly StreamRow[], to: number, by: WrittenBy) => {
    cursor = to;
    if (rows.length > 0) onRows(rows, by);
  };

  function handOnOwn(): void {
    for (let [rows] = own; rows !== undefined; [rows] = own) {
      const first = rows[0]?.position ?? 0;
      const last = rows.at(-1)?.position ?? 0;
      if (first > cursor + 1) return;
      own = own.slice(1);
      const before = cursor;
      // Some were read already, if the database was faster than the reply to this server.
      if (last > before) {
        handOn(
          rows.filter(({ position }) => position > before),
          last,
          'here',
        );
      }
    }
  }

  async function read(): Promise<void> {
    for (;;) {
      handOnOwn();
      const next = own[0]?.[0]?.position;
      const to = next === undefined ? head : next - 1;
      if (cursor >= to) return;
      // What is announced while the page is read may not be on it.
      const rows = await pages.since(cursor, to, { threads: '*', facts: true }, limit);
      handOn(rows, rows.at(-1)?.position ?? to, 'elsewhere');
    }
  }

  function go(): void {
    reading ??= read().then(
      () => {
        reading = null;
        // Announced between the last look and now.
        if (cursor < head || own.length > 0) go();
      },
      (error) => {
        reading = null;
        onError(error);
      },
    );
  }

  return {
    cursor: () => cursor,
    /** The log has come as far as `to`. */
    advance(to: number): void {
      head = Math.max(head, to);
      if (cursor < head || own.length > 0) go();
    },
    /** This server has written these, in the order of its groups. They are handed on at once if nothing is missing before them. */
    offer(rows: readonly StreamRow[]): void {
      own.push(...withoutGaps(rows));
      if (reading === null) handOnOwn();
      if (own.length > 0) go();
    },
    /** Resolves when everything is read that was announced. */
    settled: async (): Promise<void> => {
      while (reading !== null) await reading;
    },
  };
}

/** Groups of this server between which another one has written are separate lists. */
function withoutGaps(rows: readonly StreamRow[]): StreamRow[][] {
  const lists: StreamRow[][] = [];
  for (const row of rows) {
    const last = lists.at(-1);
    if (last !== undefined && last.at(-1)?.position === row.position - 1) last.push(row);
    else lists.push([row]);
  }
  return lists;
}
