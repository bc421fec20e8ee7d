import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../runtime/clock.ts';
import { startErrorOf } from '../faults/start-error.ts';
import type { SqlValue } from '../port.ts';
import { TransferError } from '../transfer/format.ts';
import {
  metaTable,
  type PortableTable,
  type ReadableStore,
  schemaKey,
  type WritableStore,
} from '../transfer/portable-store.ts';
import { type Connection, openDatabase } from './database.ts';
import { lockDataDirectory } from './lock.ts';
import { schemaVersion } from './migrations.ts';
import { prepareFiles, storeName } from './store-files.ts';
import { headOf, mergeLog, prepareStore } from './tables.ts';

/** Columns as they are written: the driver ends a text at NUL, so one that has it is read as bytes. */
function selectOf({ name, columns, inOrder }: PortableTable): string {
  const list = columns.map((column) =>
    column.type === 'TEXT'
      ? `CASE WHEN instr(${column.name}, char(0)) > 0 THEN CAST(${column.name} AS BLOB) ELSE ${column.name} END`
      : column.name,
  );
  const where = name === metaTable ? ` WHERE key <> '${schemaKey}'` : '';
  return `SELECT ${list.join(', ')} FROM ${name}${where}${inOrder ? ' ORDER BY rowid' : ''}`;
}

function* rowsOf(connection: Connection, table: PortableTable): Generator<SqlValue[]> {
  const isText = table.columns.map(({ type }) => type === 'TEXT');
  for (const row of connection.each(selectOf(table))) {
    yield row.map((value, at) =>
      isText[at] === true && value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    );
  }
}

/** The version of the tables of a folder that no server uses; null = there is no store. Throws `DataDirectoryBusyError`. */
export function tablesVersion(directory: string, clock: Clock): number | null {
  const file = join(directory, storeName);
  if (!existsSync(file)) return null;
  const unlock = lockDataDirectory(directory, clock);
  try {
    const connection = openDatabase(file, 'read');
    try {
      const row = connection.get<{ value: string }>(
        'SELECT value FROM meta WHERE key = ?',
        schemaKey,
      );
      return Number(row?.value ?? 0);
    } finally {
      connection.close();
    }
  } catch (error) {
    throw startErrorOf(error, file);
  } finally {
    unlock();
  }
}

/** Opens the store of a folder, and keeps servers away from it. Throws `TransferError` or `DataDirectoryBusyError`. */
export function openForExport(directory: string, clock: Clock): ReadableStore {
  const file = join(directory, storeName);
  if (!existsSync(file)) throw new TransferError(`There is no ${storeName} in ${directory}.`);
  const unlock = lockDataDirectory(directory, clock);
  try {
    const connection = openDatabase(file, 'read');
    const meta = (key: string) =>
      connection.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;
    if (Number(meta('schema')) !== schemaVersion) {
      throw new TransferError(
        `The tables in ${directory} are not of this version of Countersign. Start its server once, which migrates them, and stop it.`,
      );
    }
    return {
      storeId: meta('store') ?? '',
      head: headOf(connection),
      rows: (table) => rowsOf(connection, table),
      async close() {
        connection.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error instanceof TransferError ? error : startErrorOf(error, file);
  }
}

/** Begins a store in a folder that has none, in a file that gets its name in the end. */
export function openForImport(directory: string, clock: Clock): WritableStore {
  const file = join(directory, storeName);
  const unfinished = `${file}.unfinished`;
  const unlock = lockDataDirectory(directory, clock);
  const remove = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${unfinished}${end}`, { force: true });
  };
  try {
    for (const name of [file, `${file}-wal`]) {
      if (existsSync(name)) {
        throw new TransferError(
          `There is a store in ${directory} already (${name}). Import into a new folder, or move that file away.`,
        );
      }
    }
    remove();
    closeSync(openSync(unfinished, 'w', 0o600));
    // The id is that of the imported store in the end.
    prepareStore(unfinished, () => '');
    const connection = openDatabase(unfinished, 'write');
    // One that breaks off is made again from the beginning; in the end everything is written to the disk.
    connection.exec('PRAGMA synchronous = OFF');
    connection.run('DELETE FROM meta WHERE key <> ?', schemaKey);
    return {
      rows: (table) => rowsOf(connection, table),
      async insert({ name, columns }, rows) {
        const places = columns.map(() => '?').join();
        const sql = `INSERT INTO ${name}(${columns.map((column) => column.name).join()}) VALUES(${places})`;
        connection.exec('BEGIN');
        for (const row of rows) connection.run(sql, ...row);
        connection.exec('COMMIT');
      },
      async finish(head) {
        if (headOf(connection) !== head) {
          throw new TransferError('The last event of the file is missing.');
        }
        connection.exec('PRAGMA synchronous = FULL; PRAGMA optimize;');
        connection.close();
        mergeLog(unfinished, (_, error) => {
          throw error;
        });
        for (const end of ['-wal', '-shm']) rmSync(`${unfinished}${end}`, { force: true });
        syncToDisk(unfinished);
        renameSync(unfinished, file);
        syncToDisk(directory);
        prepareFiles(directory);
      },
      async close() {
        connection.close();
        remove();
        unlock();
      },
    };
  } catch (error) {
    remove();
    unlock();
    throw error instanceof TransferError ? error : startErrorOf(error, file);
  }
}

function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
