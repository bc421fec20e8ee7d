import type { BoundRow } from '../row.ts';
import type { PostgresConnection } from './connection/connection.ts';

const insert = `INSERT INTO events(position, thread, sequence, run, agent, received, notable, data, link)
  SELECT * FROM unnest(CAST(? AS bigint[]), CAST(? AS text[]), CAST(? AS bigint[]), CAST(? AS text[]), CAST(? AS text[]),
    CAST(? AS bigint[]), CAST(? AS bigint[]), CAST(? AS text[]), CAST(? AS text[]))`;

/** A statement that reads or changes events. */
const usesEvents = /\b(FROM|JOIN|INTO|UPDATE)\s+events\b/;

/** The events that an operation appends are written together: at its end, or before it reads events. */
export function createNewEvents(connection: PostgresConnection) {
  let waiting: BoundRow[] = [];
  const write = async () => {
    const rows = waiting;
    if (rows.length === 0) return;
    waiting = [];
    await connection.insertColumns(insert, [
      rows.map(({ position }) => position),
      rows.map(({ thread }) => thread),
      rows.map(({ sequence }) => sequence),
      rows.map(({ run }) => run),
      rows.map(({ agent }) => agent),
      rows.map(({ received }) => received),
      rows.map(({ notable }) => notable),
      rows.map(({ data }) => data),
      rows.map(({ link }) => link),
    ]);
  };
  return {
    add: (row: BoundRow) => void waiting.push(row),
    write,
    /** To be awaited before every other statement. */
    before: (sql: string): Promise<void> | null => (usesEvents.test(sql) ? write() : null),
  };
}
