import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@countersign/server/store/sqlite/database';

const pathOf = (directory: string) => join(directory, 'countersign.db');

function overwrite(directory: string, pages: readonly number[], pageBytes: number): void {
  const handle = openSync(pathOf(directory), 'r+');
  for (const page of pages) {
    writeSync(handle, Buffer.alloc(pageBytes), 0, pageBytes, page * pageBytes);
  }
  closeSync(handle);
}

/** Checkpoints the write-ahead log into the file, so that what is overwritten there is what is read. */
export function checkpoint(directory: string): void {
  const store = openDatabase(pathOf(directory), 'write');
  store.all('PRAGMA wal_checkpoint(TRUNCATE)');
  store.close();
}

/** Overwrites the first page of tables: in a small one it is the only page. */
export function damageTables(directory: string, tables: readonly string[]): void {
  const store = openDatabase(pathOf(directory), 'read');
  const pages = tables.map((table) => {
    const sql = `SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?`;
    const root = store.get<{ rootpage: number }>(sql, table)?.rootpage;
    if (root === undefined) throw new Error(`there is no table ${table}`);
    return root - 1;
  });
  store.close();
  overwrite(directory, pages, readFileSync(pathOf(directory)).readUInt16BE(16));
}

/**
 * Overwrites a leaf page (type 10) of a table without rowids that contains `beside` and one of `texts`, and returns that text. Some
 * rows of such a table are dividers on its inner pages; which ones depends on the lengths of the ids.
 */
export function damageLeaf(directory: string, texts: readonly string[], beside: string): string {
  const file = readFileSync(pathOf(directory));
  const pageBytes = file.readUInt16BE(16);
  for (const text of texts) {
    for (let at = file.indexOf(text); at !== -1; at = file.indexOf(text, at + 1)) {
      const page = Math.floor(at / pageBytes);
      const bytes = file.subarray(page * pageBytes, (page + 1) * pageBytes);
      if (bytes[0] !== 10 || !bytes.includes(beside)) continue;
      overwrite(directory, [page], pageBytes);
      return text;
    }
  }
  throw new Error('no row is on a leaf');
}
