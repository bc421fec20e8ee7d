import Database from 'libsql';
import { fromStored, toStored } from '../any-text.ts';
import { faultOf } from '../faults/store-fault.ts';
import type { SqlValue } from '../port.ts';

/**
 * A connection whose prepared statements are cached forever: libsql keeps the memory of every statement that was prepared, so
 * preparing per call would leak without bound.
 */
export interface Connection {
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Rows as lists of their columns, read while they are used. */
  each(sql: string): Iterable<SqlValue[]>;
  /** Rows changed. */
  run(sql: string, ...values: SqlValue[]): number;
  exec(sql: string): void;
  close(): void;
}

/** A statement that has failed with one of these can be used again. */
const recovers = /^SQLITE_(CONSTRAINT|BUSY|LOCKED|FULL)/;

/** How long a lock of another program is waited for, ms. The writer retries on its own; a reader blocks the server. */
const timeoutMs = { write: 1_000, read: 1_000, lock: 200 };

/** A row with its texts as they were written. It belongs to nobody yet, so it is changed in place. */
function readRow<Row>(row: Row): Row {
  if (typeof row !== 'object' || row === null) return row;
  const values = row as Record<string, unknown>;
  for (const name in values) {
    const value = values[name];
    if (typeof value === 'string') values[name] = fromStored(value);
  }
  return row;
}

/** Opens `file` for writing (WAL, every commit on disk before it returns), strictly for reading, or only to be locked. */
export function openDatabase(file: string, mode: 'write' | 'read' | 'lock'): Connection {
  const database = new Database(file, { timeout: timeoutMs[mode] });
  // One statement per method: libsql's `get` returns a row of an earlier `all` if it finds none itself.
  const statements = new Map<string, Database.Statement>();
  const prepared = (way: 'get' | 'all' | 'run', sql: string) => {
    const key = `${way} ${sql}`;
    let statement = statements.get(key);
    if (statement === undefined) {
      statement = database.prepare(sql);
      statements.set(key, statement);
    }
    return statement;
  };
  /** A statement that could not read the disk always fails from then on: it is replaced by a new one. */
  const tried = <Result>(
    way: 'get' | 'all' | 'run',
    sql: string,
    use: (of: Database.Statement) => Result,
  ) => {
    try {
      return use(prepared(way, sql));
    } catch (error) {
      if (!recovers.test(faultOf(error).code)) statements.delete(`${way} ${sql}`);
      throw error;
    }
  };
  if (mode === 'write') {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  } else if (mode === 'read') {
    // libsql ignores `readonly`; and a reader that checkpoints would write to the file.
    database.exec('PRAGMA query_only = 1; PRAGMA wal_autocheckpoint = 0;');
  }
  return {
    get: <Row>(sql: string, ...values: SqlValue[]) =>
      tried('get', sql, (statement) =>
        readRow(statement.get(...values.map(toStored)) as Row | undefined),
      ),
    all: <Row>(sql: string, ...values: SqlValue[]) =>
      tried('all', sql, (statement) =>
        (statement.all(...values.map(toStored)) as Row[]).map(readRow),
      ),
    *each(sql) {
      for (const row of database.prepare(sql).raw(true).iterate()) yield readRow(row as SqlValue[]);
    },
    run: (sql, ...values) =>
      tried('run', sql, (statement) => statement.run(...values.map(toStored)).changes),
    exec: (sql) => void database.exec(sql),
    close: () => void database.close(),
  };
}
