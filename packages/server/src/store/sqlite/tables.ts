import type { Report } from '../../runtime/alarm.ts';
import { missingSteps } from '../missing-steps.ts';
import { type Connection, openDatabase } from './database.ts';
import { firstVersion, migrations, schemaVersion } from './migrations.ts';

/**
 * Creates or migrates the tables; returns the id of the store. All in one transaction: a new store waits for the disk once, and one
 * that cannot be upgraded is left as it was.
 */
export function prepareStore(file: string, createId: () => string): string {
  const connection = openDatabase(file, 'write');
  try {
    connection.exec('BEGIN IMMEDIATE');
    const storeId = prepareTables(connection, file, createId);
    connection.exec('COMMIT');
    return storeId;
  } catch (error) {
    try {
      connection.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back on its own.
    }
    throw error;
  } finally {
    connection.close();
  }
}

function prepareTables(connection: Connection, file: string, createId: () => string): string {
  connection.exec(
    'CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  );
  const meta = (key: string) =>
    connection.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;
  const from = Number(meta('schema') ?? 0);
  const missing = missingSteps(`The store ${file}`, from, {
    first: firstVersion,
    steps: migrations,
  });
  for (const { step } of missing) connection.exec(step);
  if (missing.length > 0) {
    connection.run(
      `INSERT INTO meta(key, value) VALUES('schema', ?)
       ON CONFLICT(key) DO UPDATE SET value = excluded.value`,
      `${schemaVersion}`,
    );
  }
  connection.run(`INSERT OR IGNORE INTO meta(key, value) VALUES('store', ?)`, createId());
  return meta('store') ?? '';
}

/** Checkpoints the write-ahead log into the file, so that a copy of the one file is a backup. */
export function mergeLog(file: string, report: Report = () => {}): void {
  try {
    const connection = openDatabase(file, 'write');
    connection.all('PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close();
  } catch (error) {
    // The log stays next to the file, and the next start reads it.
    report('The log of the store was not merged into its file.', error);
  }
}

/** Position of the last event; 0 = none. */
export const headOf = (connection: Pick<Connection, 'get'>): number =>
  connection.get<{ head: number | null }>('SELECT MAX(position) AS head FROM events')?.head ?? 0;
