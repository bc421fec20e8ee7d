import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { schemaVersion } from '../sqlite/migrations.ts';
import { createRowDigest, formatVersion, type Header, rowLine, TransferError } from './format.ts';
import type { PortableTable, ReadableStore } from './portable-store.ts';

/** Characters that are written at once. */
const chunkChars = 64 * 1024;

/** Number of tables and of rows. */
export interface Transferred {
  tables: number;
  rows: number;
}

/**
 * Writes every table into a file that only its owner can read, compressed if its name ends with `.gz`. The file has its name only when
 * it is complete.
 */
export async function exportStore(
  store: ReadableStore,
  tables: readonly PortableTable[],
  file: string,
): Promise<Transferred> {
  if (existsSync(file)) throw new TransferError(`${file} exists. Choose another name.`);
  const unfinished = `${file}.unfinished`;
  const total = { tables: tables.length, rows: 0 };
  const to = createWriteStream(unfinished, { mode: 0o600, flush: true });
  const lines = Readable.from(chunked(linesOf(store, tables, total)), { objectMode: false });
  try {
    if (file.endsWith('.gz')) await pipeline(lines, createGzip({ level: 1 }), to);
    else await pipeline(lines, to);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  renameSync(unfinished, file);
  return total;
}

async function* linesOf(
  store: ReadableStore,
  tables: readonly PortableTable[],
  total: Transferred,
): AsyncGenerator<string> {
  const header: Header = {
    format: 'countersign-export',
    version: formatVersion,
    schema: schemaVersion,
    store: store.storeId,
    head: store.head,
  };
  yield JSON.stringify(header);
  for (const table of tables) {
    yield JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) });
    const digest = createRowDigest();
    for await (const row of store.rows(table)) {
      const line = rowLine(row);
      digest.add(line);
      yield line;
    }
    const counted = digest.result();
    yield JSON.stringify({ end: table.name, ...counted });
    total.rows += counted.rows;
  }
  yield JSON.stringify({ end: 'export', ...total });
}

async function* chunked(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < chunkChars) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
