import { join } from 'node:path';
import type { Report } from '../runtime/alarm.ts';
import { createAlone } from '../runtime/alone.ts';
import type { Clock } from '../runtime/clock.ts';
import { notifyAll } from '../runtime/notify-all.ts';
import { type ActSetting, type ReadsOnly, readsOnlyFor } from '../servers/act-or-read.ts';
import { type Duty, soleDuty } from '../servers/duty.ts';
import { noOthers, type OtherServers } from '../servers/other-servers.ts';
import type { Awaitable } from '../store/awaitable.ts';
import type { PageLimit, StreamFilter } from '../store/event-filter.ts';
import { isDamage } from '../store/faults/damage.ts';
import { readPastDamage } from '../store/faults/past-damage.ts';
import { startErrorOf } from '../store/faults/start-error.ts';
import { readPlace } from '../store/meta.ts';
import type { Reading } from '../store/port.ts';
import { type EventRow, type StreamRow, streamRow, type WrittenBy } from '../store/row.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { placeOfFile } from '../store/sqlite/file-place.ts';
import { lockDataDirectory } from '../store/sqlite/lock.ts';
import { createPages } from '../store/sqlite/pages.ts';
import { createReadAround } from '../store/sqlite/read-around.ts';
import { prepareFiles, storeName } from '../store/sqlite/store-files.ts';
import { headOf, mergeLog, prepareStore } from '../store/sqlite/tables.ts';
import type { StoreSource } from '../store/writer-protocol.ts';
import { noteDamage } from './damage-operation.ts';
import { startWriter, type Writer, type WriterThread } from './writer-handle.ts';

/** The durable log and its tables. Everything that `commit` has resolved survives a kill. */
export interface Journal extends Omit<Writer, 'close' | 'doubt'> {
  /** Changes when the store is created again: a cursor of another store is invalid here. */
  readonly storeId: string;
  /** Where the store is, and why it is not acted on there. */
  readonly place: string;
  readonly readsOnly: ReadsOnly;
  /** For threads that read it themselves. */
  readonly source: StoreSource;
  /** Reads of what is committed. */
  readonly read: Reading;
  /** Position of the last committed event; 0 = none. */
  head(): number;
  /** Committed events with `after` < position ≤ `upTo`, filtered, at most `limit`: none = the end. */
  since(
    after: number,
    upTo: number,
    filter: StreamFilter,
    limit: PageLimit,
  ): Awaitable<StreamRow[]>;
  /** Events of one thread in order, at most `limit`; fewer when they are big: none = the end. */
  ofThread(threadId: string, after: number, limit: number): Awaitable<StreamRow[]>;
  /** A part of this task could not be read from the disk: it is recorded in the task, once. */
  noteDamage(threadId: string): void;
  /** Called with the committed events of every server, in order and once; returns its undo. */
  onCommit(listener: CommitListener): () => void;
  /** Resolves when `head` includes everything that is committed now, by any server. */
  catchUp(): Awaitable<void>;
  /** Resolves when this server has received the notices of everything that any server has changed until now. */
  received(): Awaitable<void>;
  /** Called when connections to the store may be dead, for threads that have their own; returns its undo. */
  onDoubt(listener: () => void): () => void;
  /** Does this when everything that was begun under the same name, at any server, has ended. Rejects if the work does. */
  alone<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
  /** What only one of the servers on this store does. */
  readonly duty: Duty;
  readonly others: OtherServers;
  /** Finishes pending requests, then closes. The store is in its one file afterwards. */
  close(): Promise<void>;
}

export type CommitListener = (rows: readonly StreamRow[], by: WrittenBy) => void;

/** Of the embedded engine, which is read at once. */
export interface EmbeddedJournal extends Journal {
  since(after: number, upTo: number, filter: StreamFilter, limit: PageLimit): StreamRow[];
  ofThread(threadId: string, after: number, limit: number): StreamRow[];
}

/** Listeners that are notified of who has written. */
export const listenersOf = (listeners: Iterable<CommitListener>, by: WrittenBy) =>
  Array.from(listeners, (listener) => (rows: readonly StreamRow[]) => listener(rows, by));

/** UTF-8 of the events that one call reads of one thread. */
export const maxPageBytes = 4_000_000;

/** Opens the store in `directory` (which must exist) and locks it. Throws `DataDirectoryBusyError` or `StoreStartError`. */
export function openJournal(options: {
  writer: WriterThread;
  directory: string;
  act?: ActSetting | undefined;
  /** Seals the ends of the audit and of the events. */
  auditKey?: string | undefined;
  clock: Clock;
  createId: () => string;
  /** How long the first operation of a batch waits for others, ms. */
  commitDelayMs?: number;
  /** Receives faults of listeners and other survived errors; if absent, the fault of a listener is thrown. */
  report?: Report | undefined;
  /** Called after each transaction with the number of its operations. */
  onGroup?: (operations: number) => void;
}): EmbeddedJournal {
  const { directory } = options;
  const file = join(directory, storeName);
  let unlock = () => {};
  let storeId: string;
  try {
    unlock = lockDataDirectory(directory, options.clock, options.report);
    prepareFiles(directory);
    storeId = prepareStore(file, options.createId);
  } catch (error) {
    unlock();
    throw startErrorOf(error, file);
  }
  const reader = openDatabase(file, 'read');
  const place = placeOfFile(file);
  const known = readPlace({ get: reader.get, all: reader.all, ...readPastDamage(() => {}) });
  const readsOnly = readsOnlyFor(options.act ?? 'auto', known as string | undefined, place);
  const pages = createPages(reader);
  const listeners = new Set<CommitListener>();
  let head = headOf(reader);

  const writer = startWriter({
    thread: options.writer,
    source: { file },
    clock: options.clock,
    commitDelayMs: options.commitDelayMs ?? 2,
    report: options.report,
    onGroup: options.onGroup,
    auditKey: options.auditKey,
    movesTimes: () => readsOnly === null,
    onRows(rows) {
      head = rows.at(-1)?.position ?? head;
      notifyAll(listenersOf(listeners, 'here'), rows, options.report);
    },
  });

  const reported = new Set<string>();
  const reportDamage = (threadId: string) => {
    if (reported.has(threadId)) return;
    reported.add(threadId);
    // If this fails, it is recorded when the damage is met again.
    writer.commit(noteDamage, { threadId }).catch((error) => {
      reported.delete(threadId);
      const about = { taskId: threadId };
      options.report?.('That a part of a task is damaged could not be recorded.', error, about);
    });
  };
  const around = createReadAround(reader, reportDamage);
  const elseAround = (read: () => StreamRow[], instead: () => EventRow[]): StreamRow[] => {
    try {
      return read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      return instead().map(streamRow);
    }
  };

  return {
    storeId,
    place,
    readsOnly,
    source: { file },
    read: { get: reader.get, all: reader.all, ...readPastDamage(writer.noteLost) },
    commit: writer.commit,
    noticeTime: writer.noticeTime,
    onTimeSet: writer.onTimeSet,
    head: () => head,
    since: (after, upTo, filter, limit) =>
      elseAround(
        () => pages.since(after, upTo, filter, limit),
        () => around.since(after, upTo, filter),
      ),
    ofThread: (threadId, after, rows) =>
      elseAround(
        () => pages.ofThread(threadId, after, { rows, bytes: maxPageBytes }),
        () => around.ofThread(threadId, after, after + rows),
      ),
    noteDamage: reportDamage,
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    catchUp() {},
    received() {},
    onDoubt: () => () => {},
    alone: createAlone(),
    duty: soleDuty,
    others: noOthers,
    state: writer.state,
    onState: writer.onState,
    noteLost: writer.noteLost,
    died: writer.died,
    hurry: writer.hurry,
    async close() {
      await writer.close();
      reader.close();
      mergeLog(file, options.report);
      unlock();
    },
  };
}
