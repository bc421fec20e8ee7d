import { randomUUID } from 'node:crypto';
import type { Report } from '../runtime/alarm.ts';
import { createAlone } from '../runtime/alone.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { notifyAll } from '../runtime/notify-all.ts';
import { type ActSetting, readsOnlyFor } from '../servers/act-or-read.ts';
import { createOtherServers } from '../servers/other-servers.ts';
import { StoreStartError } from '../store/faults/start-error.ts';
import { readPlace } from '../store/meta.ts';
import { aloneInDatabase } from '../store/postgres/alone.ts';
import { listenForCommits } from '../store/postgres/commit-notices.ts';
import { openPool } from '../store/postgres/connection/pool.ts';
import { untilAnswered } from '../store/postgres/connection/until-answered.ts';
import { placeOfDatabase } from '../store/postgres/database-place.ts';
import { createEventPages } from '../store/postgres/event-pages.ts';
import { createFollower } from '../store/postgres/follower.ts';
import { migrate } from '../store/postgres/migrate.ts';
import { notifyServers } from '../store/postgres/notify-servers.ts';
import { createReading } from '../store/postgres/reading.ts';
import { noteDamage } from './damage-operation.ts';
import { type CommitListener, type Journal, listenersOf, maxPageBytes } from './journal.ts';
import { holdDuty, holdNoDuty } from './postgres-duty.ts';
import { startWriter, type WriterThread } from './writer-handle.ts';

/** Reads of routes, timers and readers at a time. */
const readers = 8;
/** How long the server on duty is silent before another one takes its duty over. */
export const defaultLeaseMs = 5_000;

/** Opens the store in a database, with any number of other servers, and migrates its tables. Throws `StoreStartError`. */
export async function openPostgresJournal(options: {
  writer: WriterThread;
  url: string;
  leaseMs?: number | undefined;
  act?: ActSetting | undefined;
  /** Seals the ends of the audit and of the events. */
  auditKey?: string | undefined;
  clock: Clock;
  createId: () => string;
  report?: Report | undefined;
  /** Whether reads wait as long as necessary for a database that is away: at the start. */
  waits?: () => boolean;
  /** Called after each transaction with the number of its operations. */
  onGroup?: (operations: number) => void;
}): Promise<Journal> {
  const { url, clock, report } = options;
  const server = randomUUID();
  const { held, pool, pages, cursor, ...about } = await prepare(options, server);
  const source = { url, server };
  const aloneHere = createAlone();
  const listeners = new Set<CommitListener>();
  const doubts = new Set<() => void>([pool.doubt]);
  const reading = createReading(pool, (part) => writer.noteLost(part), options.waits);
  const follower = createFollower({
    pages,
    cursor,
    onRows: (rows, by) => notifyAll(listenersOf(listeners, by), rows, report),
    onError: (error) => report?.('What other servers have written could not be read.', error),
  });
  const writer = startWriter({
    thread: options.writer,
    source,
    clock,
    commitDelayMs: 2,
    report,
    onGroup: options.onGroup,
    auditKey: options.auditKey,
    // Times in the store go by the clock of the server that has the timers.
    movesTimes: held.duty.isOn,
    onRows: follower.offer,
  });
  const words = createOtherServers({
    server,
    send: async (text) => notifyServers(reading, text),
    report,
  });
  const stopLooking = words.others.onWord(({ kind }) => {
    if (kind === 'duty-free') held.look();
  });
  // The database uses the time of the machine, not the clock of the server.
  const notices = listenForCommits({
    url,
    clock: systemClock,
    server,
    onHead: follower.advance,
    onCommitted: words.committed,
    onWord: words.receive,
    onConnected: words.missed,
    onLost(error) {
      // What silenced this connection may have silenced the others, which nobody asks whether they are alive.
      notifyAll(doubts, undefined, report);
      report?.('Commits of other servers are not received: the connection for it was lost.', error);
    },
  });
  doubts.add(writer.doubt);
  return {
    ...about,
    source,
    read: reading,
    commit: writer.commit,
    noticeTime: writer.noticeTime,
    onTimeSet: writer.onTimeSet,
    head: follower.cursor,
    async catchUp() {
      follower.advance(await pages.head());
      await follower.settled();
    },
    received: notices.received,
    onDoubt(listener) {
      doubts.add(listener);
      return () => doubts.delete(listener);
    },
    alone: (name, work) => aloneHere(name, () => aloneInDatabase(url, name, work)),
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
    duty: held.duty,
    others: words.others,
    state: writer.state,
    onState: writer.onState,
    noteLost: writer.noteLost,
    died: Promise.race([writer.died, held.lost]),
    hurry: writer.hurry,
    async close() {
      stopLooking();
      await writer.close();
      await notices.close();
      await follower.settled();
      await held.release();
      await pool.close();
    },
  };
}

/** Brings the tables to the newest version, opens the database, and takes the duty if it is free. If a step fails, all is closed again. */
async function prepare(
  options: {
    url: string;
    leaseMs?: number | undefined;
    act?: ActSetting | undefined;
    createId: () => string;
    report?: Report | undefined;
  },
  server: string,
) {
  const { url, createId, report, leaseMs = defaultLeaseMs } = options;
  const undo: (() => Promise<void>)[] = [];
  const onWait = (error: unknown) =>
    report?.('The database does not answer: this server waits for it.', error);
  const patiently = <Value>(step: () => Promise<Value>) => untilAnswered(step, onWait);
  try {
    const storeId = await patiently(() => migrate(url, createId));
    const pool = openPool(url, readers, {
      onIdleLost: (error) =>
        report?.('A connection to the database was lost while nobody used it.', error),
    });
    undo.unshift(pool.close);
    const reading = createReading(pool, () => {});
    const pages = createEventPages(reading);
    const cursor = await patiently(() => pages.head());
    const place = await placeOfDatabase(reading);
    const readsOnly = readsOnlyFor(options.act ?? 'auto', await readPlace(reading), place);
    const held =
      readsOnly === null
        ? await patiently(() => holdDuty({ url, server, leaseMs, report }))
        : holdNoDuty;
    undo.unshift(held.release);
    return { storeId, place, readsOnly, held, pool, pages, cursor };
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
