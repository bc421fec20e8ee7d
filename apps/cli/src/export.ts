import { systemClock } from '@countersign/server/runtime/clock';
import { openForExport as openDatabase } from '@countersign/server/store/postgres/portable';
import { openForExport as openFile } from '@countersign/server/store/sqlite/portable';
import { portableTables } from '@countersign/server/store/sqlite/portable-tables';
import { exportStore } from '@countersign/server/store/transfer/export-store';
import { moving } from './move.ts';

export const command = moving(
  'export',
  'Writes the store into one file, which `countersign import` reads into a store of either engine.',
  async ({ directory, url, place, file }) => {
    const store = url === null ? openFile(directory, systemClock) : await openDatabase(url);
    try {
      const { rows, tables } = await exportStore(store, portableTables(), file);
      const text = `${place} was written to ${file}: ${rows} rows of ${tables} tables, up to position ${store.head}.\nIt contains secrets: protect it like the original. The keys in ${directory} are not in it.\n`;
      return { rows, tables, text };
    } finally {
      await store.close();
    }
  },
);
