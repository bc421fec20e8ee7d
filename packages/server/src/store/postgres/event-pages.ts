import type { PageLimit, StreamFilter } from '../event-filter.ts';
import type { Reading } from '../port.ts';
import { type EventRow, type StreamRow, streamRow } from '../row.ts';

const columns = 'position, thread, sequence, run, agent, received, notable, data';

/** Of these rows, the first ones whose texts are together not bigger than a limit, and at least one. Sizes are read without texts. */
const page = (rows: string, order: 'position' | 'sequence') => `SELECT ${columns} FROM (
  SELECT e.*, SUM(octet_length(data)) OVER (ORDER BY ${order}) AS bytes, ROW_NUMBER() OVER (ORDER BY ${order}) AS place
  FROM (${rows} ORDER BY ${order} LIMIT ?) e) p WHERE bytes <= ? OR place = 1 ORDER BY ${order}`;

const between = `SELECT ${columns} FROM events WHERE position > ? AND position <= ?`;
const ofThreads = `${between} AND thread IN (SELECT value FROM json_each(?))`;
const statements = {
  all: page(between, 'position'),
  threads: page(ofThreads, 'position'),
  facts: page(
    `${ofThreads} UNION ALL ${between} AND notable = 1 AND thread NOT IN (SELECT value FROM json_each(?))`,
    'position',
  ),
  thread: page(`SELECT ${columns} FROM events WHERE thread = ? AND sequence > ?`, 'sequence'),
};

/** Reads the log a page at a time, as the pages of the embedded store do. */
export function createEventPages(reading: Reading) {
  return {
    /** The position of the last committed event; 0 = none. Everything up to there can be read. */
    async head(): Promise<number> {
      const row = await reading.get<{ head: number }>('SELECT head FROM positions WHERE id = 1');
      return row?.head ?? 0;
    },
    /** Events of the filter with `after` < position ≤ `upTo`; none = there is nothing more up to there. */
    async since(
      after: number,
      upTo: number,
      { threads, facts }: StreamFilter,
      { rows, bytes }: PageLimit,
    ): Promise<StreamRow[]> {
      const list = JSON.stringify(threads);
      const found =
        threads === '*'
          ? reading.all<EventRow>(statements.all, after, upTo, rows, bytes)
          : facts
            ? reading.all<EventRow>(
                statements.facts,
                ...[after, upTo, list, after, upTo, list, rows, bytes],
              )
            : reading.all<EventRow>(statements.threads, after, upTo, list, rows, bytes);
      return (await found).map(streamRow);
    },
    /** One thread in order, from after a sequence; none = the end. */
    async ofThread(
      threadId: string,
      after: number,
      { rows, bytes }: PageLimit,
    ): Promise<StreamRow[]> {
      const found = await reading.all<EventRow>(statements.thread, threadId, after, rows, bytes);
      return found.map(streamRow);
    },
  };
}
export type EventPages = ReturnType<typeof createEventPages>;
