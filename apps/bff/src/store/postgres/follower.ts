import type { PageLimit } from '../event-filter.ts';
import type { StreamRow } from '../row.ts';
import type { EventPages } from './event-pages.ts';

/** What is read at once. */
const limit: PageLimit = { rows: 1_000, bytes: 4_000_000 };

/**
 * Hands on every committed event after `cursor`, of all servers, in order and once. Notices say only how far the log has come: what is
 * new is read from there, so that a lost notice delays and never skips.
 */
export function createFollower(options: {
  pages: Pick<EventPages, 'since'>;
  cursor: number;
  onRows: (rows: readonly StreamRow[]) => void;
  /** A page could not be read: it is read again when `advance` is called, also with the same position. */
  onError: (error: unknown) => void;
}) {
  const { pages, onRows, onError } = options;
  let { cursor } = options;
  let head = cursor;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    while (cursor < head) {
      // What is announced while the page is read may not be on it.
      const to = head;
      const rows = await pages.since(cursor, to, { threads: '*', facts: true }, limit);
      if (rows.length > 0) onRows(rows);
      cursor = rows.at(-1)?.position ?? to;
    }
  }

  return {
    cursor: () => cursor,
    /** The log has come as far as `to`. */
    advance(to: number): void {
      head = Math.max(head, to);
      reading ??= read()
        .catch(onError)
        .finally(() => {
          reading = null;
        });
    },
    /** Resolves when everything is read that was announced. */
    settled: async (): Promise<void> => {
      while (reading !== null) await reading;
    },
  };
}
