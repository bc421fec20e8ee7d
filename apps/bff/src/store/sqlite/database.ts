import Database from 'libsql';
import type { SqlValue } from '../port.ts';
import { faultOf } from '../store-fault.ts';

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
      tried('get', sql, (statement) => statement.get(...values) as Row | undefined),
    all: <Row>(sql: string, ...values: SqlValue[]) =>
      tried('all', sql, (statement) => statement.all(...values) as Row[]),
    each: (sql) => database.prepare(sql).raw(true).iterate() as Iterable<SqlValue[]>,
    run: (sql, ...values) => tried('run', sql, (statement) => statement.run(...values).changes),
    exec: (sql) => void database.exec(sql),
    close: () => void database.close(),
  };
}
