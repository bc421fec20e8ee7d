import { mkdirSync } from 'node:fs';
import { systemClock } from '@countersign/server/runtime/clock';
import { openForImport as openDatabase } from '@countersign/server/store/postgres/portable';
import { openForImport as openFile } from '@countersign/server/store/sqlite/portable';
import { portableTables } from '@countersign/server/store/sqlite/portable-tables';
import { importStore } from '@countersign/server/store/transfer/import-store';
import { moving } from './move.ts';

export const command = moving(
  'import',
  'Reads a file of `countersign export` into a new store: a folder without one, or an empty database.',
  async ({ directory, url, place, file }) => {
    const all = portableTables();
    if (url === null) mkdirSync(directory, { recursive: true, mode: 0o700 });
    const store = url === null ? openFile(directory, systemClock) : await openDatabase(url, all);
    try {
      const { rows, tables } = await importStore(file, all, store);
      const text = `${file} was read into ${place}: ${rows} rows of ${tables} tables, compared with the file.\n`;
      return { rows, tables, text };
    } finally {
      await store.close();
    }
  },
);
