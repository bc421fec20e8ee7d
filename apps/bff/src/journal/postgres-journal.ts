import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { notifyAll } from '../runtime/notify-all.ts';
import { createEventPages } from '../store/postgres/event-pages.ts';
import { migrate } from '../store/postgres/migrate.ts';
import { openPool } from '../store/postgres/pool.ts';
import { createReading } from '../store/postgres/reading.ts';
import { holdDatabase } from '../store/postgres/server-lock.ts';
import type { StreamRow } from '../store/row.ts';
import { StoreStartError } from '../store/start-error.ts';
import { noteDamage } from './damage-operation.ts';
import { type Journal, maxPageBytes } from './journal.ts';
import { startWriter, type WriterThread } from './writer-handle.ts';

/** Reads of routes, timers and readers at a time. */
const readers = 8;

/**
 * Opens the store in a database, migrates its tables, and holds it against a second server. Throws `StoreStartError`.
 */
export async function openPostgresJournal(options: {
  writer: WriterThread;
  url: string;
  clock: Clock;
  createId: () => string;
  report?: Report | undefined;
  /** Called after each transaction with the number of its operations. */
  onGroup?: (operations: number) => void;
}): Promise<Journal> {
  const { url, clock, report } = options;
  const { storeId, owner, held, pool, pages, ...prepared } = await prepare(url, options);
  const source = { url, owner };
  const listeners = new Set<(rows: readonly StreamRow[]) => void>();
  let { head } = prepared;
  const writer = startWriter({
    thread: options.writer,
    source,
    clock,
    commitDelayMs: 2,
    report,
    onGroup: options.onGroup,
    onRows(rows) {
      head = rows.at(-1)?.position ?? head;
      notifyAll(listeners, rows, report);
    },
  });
  return {
    storeId,
    source,
    read: createReading(pool, writer.noteLost),
    commit: writer.commit,
    noticeTime: writer.noticeTime,
    onTimeSet: writer.onTimeSet,
    head: () => head,
    since: pages.since,
    ofThread: (threadId, after, rows) =>
      pages.ofThread(threadId, after, { rows, bytes: maxPageBytes }),
    noteDamage(threadId) {
      writer.commit(noteDamage, { threadId }).catch((error) => {
        report?.('That a part of a task is damaged could not be recorded.', error, {
          taskId: threadId,
        });
      });
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: writer.state,
    onState: writer.onState,
    noteLost: writer.noteLost,
    died: Promise.race([writer.died, held.taken]),
    hurry: writer.hurry,
    async close() {
      await writer.close();
      await pool.close();
      await held.release();
    },
  };
}

/** Takes the database, brings its tables to the newest version, and opens it. Whatever was opened is closed again if a step fails. */
async function prepare(
  url: string,
  { createId, report }: { createId: () => string; report?: Report | undefined },
) {
  const undo: (() => Promise<void>)[] = [];
  try {
    const held = await holdDatabase(url, {
      onLost: (error) => report?.('The lock of the database was lost; it is taken again.', error),
    });
    undo.unshift(held.release);
    const storeId = await migrate(url, createId);
    const owner = await held.own();
    const pool = openPool(url, readers);
    undo.unshift(pool.close);
    const pages = createEventPages(createReading(pool, () => {}));
    return { storeId, owner, held, pool, pages, head: await pages.head() };
  } catch (error) {
    for (const close of undo) await close();
    if (error instanceof StoreStartError) throw error;
    // The address contains a password, and is not repeated.
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreStartError(
      `The database of DATABASE_URL cannot be opened (${reason}). Look at the address, the user and its rights, and whether the database is up.`,
    );
  }
}
