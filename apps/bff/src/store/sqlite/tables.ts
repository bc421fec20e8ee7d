import type { Report } from '../../runtime/alarm.ts';
import { StoreStartError } from '../start-error.ts';
import { type Connection, openDatabase } from './database.ts';
import { migrations, schemaVersion } from './migrations.ts';

/** Creates or migrates the tables; returns the id of the store. */
export function prepareStore(file: string, createId: () => string): string {
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

/** Migrates the tables to the newest version, each step completely or not at all. */
function migrate(connection: Connection, file: string, from: number): void {
  if (!(from >= 0 && from <= schemaVersion)) {
    throw new StoreStartError(
      `The store ${file} is of a newer version (schema ${from}); this server knows schema ${schemaVersion}. Start the newer server, or put back the backup from before it.`,
    );
  }
  for (const [index, step] of migrations.entries()) {
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
