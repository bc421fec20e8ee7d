import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from './runtime/clock.ts';
import * as postgres from './store/postgres/portable.ts';
import * as sqlite from './store/sqlite/portable.ts';
import { portableTables } from './store/sqlite/portable-tables.ts';
import { exportStore } from './store/transfer/export-store.ts';
import { TransferError } from './store/transfer/format.ts';
import { importStore } from './store/transfer/import-store.ts';

// A program of its own: the store is that of a server with the same environment, which must not run.
const { COUNTERSIGN_DATA: data, DATABASE_URL: url } = process.env;
const directory = resolve(data === undefined || data === '' ? './data' : data);
const [way, given] = process.argv.slice(2);
const isPostgres = url !== undefined && url !== '';
const place = isPostgres ? 'the database of DATABASE_URL' : directory;

async function move(): Promise<string> {
  if ((way !== 'export' && way !== 'import') || given === undefined) {
    throw new TransferError('Name the file: npm run export -- <file>, or npm run import -- <file>');
  }
  const file = resolve(given);
  const tables = portableTables();
  if (way === 'export') {
    const store = isPostgres
      ? await postgres.openForExport(url)
      : sqlite.openForExport(directory, systemClock);
    try {
      const { rows, tables: count } = await exportStore(store, tables, file);
      return `${place} was written to ${file}: ${rows} rows of ${count} tables, up to position ${store.head}.\nIt contains secrets: protect it like the original. The keys in ${directory} are not in it.\n`;
    } finally {
      await store.close();
    }
  }
  if (!isPostgres) mkdirSync(directory, { recursive: true, mode: 0o700 });
  const store = isPostgres
    ? await postgres.openForImport(url, tables)
    : sqlite.openForImport(directory, systemClock);
  try {
    const { rows, tables: count } = await importStore(file, tables, store);
    return `${file} was read into ${place}: ${rows} rows of ${count} tables, compared with the file.\n`;
  } finally {
    await store.close();
  }
}

try {
  process.umask(0o077);
  process.stdout.write(await move());
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const isExpected = error instanceof Error && error.name !== 'Error';
  process.stderr.write(isExpected ? `${message}\n` : `The store was not moved: ${message}\n`);
  process.exitCode = 1;
}
