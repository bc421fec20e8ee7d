import type { PortableColumn, PortableTable } from '../transfer/portable-store.ts';
import { openDatabase } from './database.ts';
import { migrations } from './migrations.ts';

/** The tables that a move takes along: all of the embedded engine, which are those of every engine. */
export function portableTables(): PortableTable[] {
  const store = openDatabase(':memory:', 'write');
  try {
    for (const step of migrations) store.exec(step);
    return store
      .all<{ name: string; keyed: number }>(
        `SELECT name, wr AS keyed FROM pragma_table_list
         WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
      )
      .map(({ name, keyed }) => ({
        name,
        inOrder: keyed === 0,
        columns: store
          .all<PortableColumn>(`SELECT name, type FROM pragma_table_info('${name}') ORDER BY cid`)
          .map((column) => ({ name: column.name, type: column.type })),
      }));
  } finally {
    store.close();
  }
}
