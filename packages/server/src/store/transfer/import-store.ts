import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import type { SqlValue } from '../port.ts';
import { schemaVersion } from '../sqlite/migrations.ts';
import type { Transferred } from './export-store.ts';
import {
  createRowDigest,
  fileEndSchema,
  formatVersion,
  type Header,
  headerSchema,
  rowLine,
  rowSchema,
  TransferError,
  tableEndSchema,
  tableSchema,
} from './format.ts';
import type { PortableTable, WritableStore } from './portable-store.ts';

/** Rows, and characters of their lines, that are inserted at once. */
const batch = { rows: 500, chars: 2_000_000 };

const damaged = 'The file is damaged or incomplete';

/**
 * Reads a file of `exportStore` into a new store. Rows are counted and compared with their digests, as they are read from the file and
 * again as they are in the store. Throws `TransferError`, before `finish`, if anything differs.
 */
export async function importStore(
  file: string,
  tables: readonly PortableTable[],
  store: WritableStore,
): Promise<Transferred & Pick<Header, 'store'>> {
  const lines = linesOf(file);
  const next = async (): Promise<Buffer> => {
    const { value, done } = await lines.next().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new TransferError(`${file} cannot be read (${reason}).`);
    });
    if (done === true) throw new TransferError(`${damaged}: it ends too early.`);
    return value;
  };
  const header = headerOf(file, await next());
  const missing = new Map(tables.map((table) => [table.name, table]));
  const total = { tables: 0, rows: 0 };
  for (;;) {
    const line = parsed(await next());
    const end = fileEndSchema.safeParse(line);
    if (end.success) {
      if (end.data.tables !== total.tables || end.data.rows !== total.rows) {
        throw new TransferError(`${damaged}: tables are missing.`);
      }
      break;
    }
    const table = knownTable(accepted(tableSchema, line), missing);
    total.rows += await importTable(table, store, next);
    total.tables += 1;
  }
  if (missing.size > 0) {
    throw new TransferError(`${damaged}: ${[...missing.keys()].join(', ')} is not in it.`);
  }
  await store.finish(header.head);
  return { ...total, store: header.store };
}

function headerOf(file: string, line: Buffer): Header {
  const header = headerSchema.safeParse(parsed(line));
  if (!header.success) throw new TransferError(`${file} is no export of Countersign.`);
  const { version, schema } = header.data;
  if (version !== formatVersion) {
    throw new TransferError(
      `The file has format ${version}; this version of Countersign reads ${formatVersion}. Export and import with the same version.`,
    );
  }
  if (schema !== schemaVersion) {
    throw new TransferError(
      `The file has tables of version ${schema}; this version of Countersign has ${schemaVersion}. Export and import with the same version, and upgrade before or after it.`,
    );
  }
  return header.data;
}

function knownTable(
  { table: name, columns }: z.infer<typeof tableSchema>,
  missing: Map<string, PortableTable>,
): PortableTable {
  const known = missing.get(name);
  if (known?.columns.map((column) => column.name).join() !== columns.join()) {
    throw new TransferError(`${damaged}: the table ${name} is not as expected.`);
  }
  missing.delete(name);
  return known;
}

async function importTable(
  table: PortableTable,
  store: WritableStore,
  next: () => Promise<Buffer>,
): Promise<number> {
  const read = createRowDigest();
  let rows: SqlValue[][] = [];
  let chars = 0;
  const insert = async () => {
    if (rows.length > 0) await store.insert(table, rows);
    rows = [];
    chars = 0;
  };
  for (;;) {
    const line = await next();
    const content = parsed(line);
    if (!Array.isArray(content)) {
      await insert();
      const { end, ...counted } = accepted(tableEndSchema, content);
      if (end !== table.name || !isSame(counted, read.result())) {
        throw new TransferError(`${damaged}: rows of ${table.name} are missing or were changed.`);
      }
      break;
    }
    read.add(line);
    const row = accepted(rowSchema, content);
    if (row.length !== table.columns.length) throw new TransferError(`${damaged}: ${table.name}.`);
    rows.push(row);
    chars += line.length;
    if (rows.length >= batch.rows || chars >= batch.chars) await insert();
  }
  const written = createRowDigest();
  for await (const row of store.rows(table)) written.add(rowLine(row));
  if (!isSame(written.result(), read.result())) {
    throw new TransferError(`Rows of ${table.name} are not in the store as they are in the file.`);
  }
  return written.result().rows;
}

type Counted = ReturnType<ReturnType<typeof createRowDigest>['result']>;
const isSame = (a: Counted, b: Counted) => a.rows === b.rows && a.digest === b.digest;

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    throw new TransferError(`${damaged}: a line of it is no JSON.`);
  }
}

function accepted<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new TransferError(`${damaged}: a line of it is of no known kind.`);
  return result.data;
}

const newline = 0x0a;

/** Lines without their ends. Those of `node:readline` also end at U+2028, which is in texts. */
async function* linesOf(file: string): AsyncGenerator<Buffer, undefined> {
  const bytes = createReadStream(file);
  const chunks: AsyncIterable<Buffer> = file.endsWith('.gz')
    ? // With it, what the file fails with is thrown to the reader of these.
      pipeline(bytes, createGunzip(), () => {})
    : bytes;
  let parts: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]);
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield Buffer.concat(parts);
  return undefined;
}
