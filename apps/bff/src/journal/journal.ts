import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { startThread } from '../worker-thread.ts';
import { type Connection, openDatabase } from './database.ts';
import { lockDataDirectory } from './lock.ts';
import type { OperationInput, OperationName, OperationOutcome } from './operations.ts';
import { type EventRow, type StreamRow, streamRow } from './row.ts';
import { migrations, schema, schemaVersion } from './schema.ts';
import type { WriterReply } from './writer-protocol.ts';

/** Which events a reader may want: of these threads, of all, and the notable ones of the rest. */
export interface StreamFilter {
  threads: readonly string[] | '*';
  facts: boolean;
}

/** The durable log and its tables. Whatever `commit` has answered survives a kill. */
export interface Journal {
  /** Changes when the store is made anew: a cursor of another store means nothing here. */
  readonly storeId: string;
  /** Reads of what is committed. */
  readonly read: Pick<Connection, 'get' | 'all'>;
  /** Performs one intent in one transaction; resolves when it is on disk. Rejects when it threw. */
  commit<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<OperationOutcome<Name>>;
  /** Position of the last committed event; 0 = none. */
  head(): number;
  /** Committed events with `after` < position ≤ `upTo`, filtered, at most `limit`; fewer when they are big: none = the end. */
  since(after: number, upTo: number, filter: StreamFilter, limit: number): StreamRow[];
  /** Events of one thread in order, at most `limit`; fewer when they are big: none = the end. */
  ofThread(threadId: string, after: number, limit: number): StreamRow[];
  /** Told after every commit that appended events; returns its undo. */
  onCommit(listener: (rows: readonly StreamRow[]) => void): () => void;
  /** Finishes what was asked for, then closes. */
  close(): Promise<void>;
}

const sinceSql =
  'SELECT * FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?';
const sinceFilteredSql = `SELECT * FROM events WHERE position > ? AND position <= ?
  AND (thread IN (SELECT value FROM json_each(?)) OR (notable = 1 AND ? = 1)) ORDER BY position LIMIT ?`;
const threadSql =
  'SELECT * FROM events WHERE thread = ? AND sequence > ? ORDER BY sequence LIMIT ?';

/** Read in steps, so that a page of the biggest events there can be is never in memory as a whole. */
const stepRows = 50;
const maxPageChars = 4_000_000;

function pageOf(limit: number, read: (after: EventRow | null, count: number) => EventRow[]) {
  const page: StreamRow[] = [];
  let chars = 0;
  for (let last: EventRow | null = null; page.length < limit && chars < maxPageChars; ) {
    const count = Math.min(stepRows, limit - page.length);
    const rows = read(last, count);
    for (const row of rows) {
      page.push(streamRow(row));
      chars += row.data.length;
    }
    last = rows.at(-1) ?? null;
    if (rows.length < count) break;
  }
  return page;
}

function prepareStore(file: string, createId: () => string): string {
  const connection = openDatabase(file, 'write');
  try {
    connection.exec(
      'CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
    );
    const meta = (key: string) =>
      connection.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;
    migrate(connection, file, Number(meta('schema') ?? 0));
    connection.run('INSERT OR IGNORE INTO meta(key, value) VALUES(?, ?)', 'store', createId());
    return meta('store') ?? '';
  } finally {
    connection.close();
  }
}

/** Brings the tables to the newest version, each step whole or not at all. */
function migrate(connection: Connection, file: string, from: number): void {
  if (!(from >= 0 && from <= schemaVersion)) {
    throw new Error(
      `The store ${file} has schema ${from}; this server knows schema ${schemaVersion}.`,
    );
  }
  for (const [index, step] of [schema, ...migrations].entries()) {
    if (index < from) continue;
    connection.exec('BEGIN IMMEDIATE');
    try {
      connection.exec(step);
      connection.run(
        'INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value',
        'schema',
        String(index + 1),
      );
      connection.exec('COMMIT');
    } catch (error) {
      connection.exec('ROLLBACK');
      throw error;
    }
  }
}

/** Opens the store in `directory` (which must exist) and locks it. Throws `DataDirectoryBusyError`. */
export function openJournal(options: {
  directory: string;
  clock: Clock;
  createId: () => string;
  /** How long the first operation of a batch waits for company, ms. */
  commitDelayMs?: number;
}): Journal {
  const unlock = lockDataDirectory(options.directory);
  const file = join(options.directory, 'countersign.db');
  let storeId: string;
  try {
    storeId = prepareStore(file, options.createId);
  } catch (error) {
    unlock();
    throw error;
  }
  const reader = openDatabase(file, 'read');
  const worker = startThread(new URL('./writer.ts', import.meta.url), {
    file,
    commitDelayMs: options.commitDelayMs ?? 2,
  });
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  const listeners = new Set<(rows: readonly StreamRow[]) => void>();
  let nextId = 0;
  let failure: Error | null = null;
  let head =
    reader.get<{ head: number | null }>('SELECT MAX(position) AS head FROM events')?.head ?? 0;

  worker.on('message', (reply: WriterReply) => {
    const last = reply.rows.at(-1);
    if (last !== undefined) {
      head = last.position;
      for (const listener of listeners) listener(reply.rows);
    }
    for (const result of reply.results) {
      const entry = waiting.get(result.id);
      waiting.delete(result.id);
      if (result.ok) entry?.resolve(result.value);
      else entry?.reject(new Error(`journal: ${result.error}`));
    }
  });
  const fail = (error: Error) => {
    failure ??= error;
    for (const entry of waiting.values()) entry.reject(failure);
    waiting.clear();
  };
  worker.on('error', fail);
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      fail(new Error('The journal is closed.'));
      resolve();
    });
  });

  return {
    storeId,
    read: reader,
    commit<Name extends OperationName>(name: Name, input: OperationInput<Name>) {
      if (failure !== null) return Promise.reject(failure);
      const id = ++nextId;
      return new Promise<OperationOutcome<Name>>((resolve, reject) => {
        waiting.set(id, { resolve: (value) => resolve(value as OperationOutcome<Name>), reject });
        worker.postMessage({ id, name, input, now: options.clock.now() });
      });
    },
    head: () => head,
    since(after, upTo, filter, limit) {
      if (filter.threads === '*') {
        return pageOf(limit, (last, count) =>
          reader.all(sinceSql, last?.position ?? after, upTo, count),
        );
      }
      const threads = JSON.stringify(filter.threads);
      const facts = filter.facts ? 1 : 0;
      return pageOf(limit, (last, count) =>
        reader.all(sinceFilteredSql, last?.position ?? after, upTo, threads, facts, count),
      );
    },
    ofThread: (threadId, after, limit) =>
      pageOf(limit, (last, count) =>
        reader.all(threadSql, threadId, last?.sequence ?? after, count),
      ),
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      worker.postMessage('close');
      await exited;
      reader.close();
      unlock();
    },
  };
}
