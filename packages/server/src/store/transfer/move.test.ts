import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import { fill as fillSettings, now, writes } from '@countersign/bff/testing/settings-store';
import { fill as fillWork } from '@countersign/bff/testing/work-store';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { readPastDamage } from '../faults/past-damage.ts';
import { migrate } from '../postgres/migrate.ts';
import * as postgres from '../postgres/portable.ts';
import { openDatabase } from '../sqlite/database.ts';
import * as sqlite from '../sqlite/portable.ts';
import { portableTables } from '../sqlite/portable-tables.ts';
import { storeName } from '../sqlite/store-files.ts';
import { prepareStore } from '../sqlite/tables.ts';
import { beginTransaction, createNumbering } from '../sqlite/transaction.ts';
import { exportStore } from './export-store.ts';
import { importStore } from './import-store.ts';

const tables = portableTables();
let root: string;
let database: TestDatabase | null = null;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-move-'));
});
afterEach(async () => {
  rmSync(root, { recursive: true, force: true });
  await database?.drop();
  database = null;
});

/** A store with rows in every table, and with texts that formats and engines treat in their own ways. */
async function filled(name: string): Promise<string> {
  const directory = join(root, name);
  mkdirSync(directory);
  const file = join(directory, storeName);
  // As a server that has ended leaves it: without it, this process would count as one that runs.
  writeFileSync(join(directory, 'server.lock'), '');
  prepareStore(file, () => 'store-3f2b6c1e');
  const connection = openDatabase(file, 'write');
  const { transaction, finish } = beginTransaction(connection, createNumbering(connection), {
    now,
    ...readPastDamage(() => {}),
  });
  await fillWork(transaction);
  await fillSettings(transaction);
  await writes['writeStop']?.[1](transaction);
  await writes['insertSession']?.[1](transaction);
  for (const word of ['a\u2028b\nc\r\n"d"\\', 'NUL\0 and after', '\u{10FFFE}0', '🛰 größer', '']) {
    await transaction.fact({ threadId: 'thread-5f0c1a', runId: null }, 'said', word);
    await transaction.audit({ operator: word, action: 'said', threadId: null, detail: word });
  }
  finish();
  connection.close();
  return directory;
}

/** What each row consists of, byte by byte. */
function contentOf(directory: string): Record<string, unknown[]> {
  const connection = openDatabase(join(directory, storeName), 'read');
  const content = tables.map(({ name, columns, inOrder }) => {
    const list = columns.map((column) => `typeof(${column.name}) || hex(${column.name})`);
    const order = inOrder ? 'rowid' : '1, 2';
    const rows = [...connection.each(`SELECT ${list.join()} FROM ${name} ORDER BY ${order}`)];
    return [name, rows] as const;
  });
  connection.close();
  return Object.fromEntries(content);
}

async function exported(directory: string, file: string): Promise<string> {
  const store = sqlite.openForExport(directory, systemClock);
  try {
    await exportStore(store, tables, file);
  } finally {
    await store.close();
  }
  return file;
}

async function imported(file: string, directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const store = sqlite.openForImport(directory, systemClock);
  try {
    await importStore(file, tables, store);
  } finally {
    await store.close();
  }
}

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').toSorted();

describe.runIf(hasPostgres)('from the embedded store to PostgreSQL and back', () => {
  it('every row of every table is the same', { timeout: startMs + 60_000 }, async () => {
    const first = await filled('first');
    const before = contentOf(first);
    const empty = Object.entries(before).filter(([, rows]) => rows.length === 0);
    expect(empty.map(([name]) => name)).toEqual([]);
    const out = await exported(first, join(root, 'out.jsonl.gz'));
    const plain = await exported(first, join(root, 'plain.jsonl'));

    database = await createDatabase('empty');
    const target = await postgres.openForImport(database.url, tables);
    await importStore(out, tables, target);
    await target.close();
    const source = await postgres.openForExport(database.url);
    expect(source.storeId).toBe('store-3f2b6c1e');
    const back = join(root, 'back.jsonl');
    await exportStore(source, tables, back);
    // One that is being moved is not opened a second time.
    await expect(postgres.openForExport(database.url)).rejects.toThrow('Stop it');
    await source.close();
    expect(linesOf(back)).toEqual(linesOf(plain));

    const last = join(root, 'last');
    await imported(back, last);
    expect(contentOf(last)).toEqual(before);
    // The engine assigns the next number of these itself.
    const number = await nextWordsIn(database.url);
    expect(number).toBe(2);

    await expect(postgres.openForImport(database.url, tables)).rejects.toThrow(
      'is not empty: agents has rows',
    );
  });
});

describe.runIf(hasPostgres)('an import into PostgreSQL that fails', () => {
  it('leaves no id behind, and migrates nothing while a server runs', {
    timeout: startMs + 60_000,
  }, async () => {
    database = await createDatabase('empty');
    const server = new pg.Client({
      connectionString: database.url,
      application_name: 'countersign duty',
    });
    await server.connect();
    await expect(postgres.openForImport(database.url, tables)).rejects.toThrow('Stop it');
    const { rows } = await server.query(`SELECT to_regclass('versions') AS made`);
    expect(rows).toEqual([{ made: null }]);
    await server.end();

    const failed = await postgres.openForImport(database.url, tables);
    await failed.close();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    expect((await client.query(`SELECT 1 FROM meta WHERE key = 'store'`)).rows).toEqual([]);
    await client.end();
    expect(await migrate(database.url, () => 'store-of-its-own')).toBe('store-of-its-own');
  });
});

async function nextWordsIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `INSERT INTO mcp_words(id, thread, sender, content, said) VALUES('words-2', 't', 's', 'c', 0) RETURNING number`,
  );
  await client.end();
  return Number(rows[0]?.number);
}

describe('a file that is not whole, or a place that is taken', () => {
  it.each([
    ['a changed row', (text: string) => text.replace('Hiring', 'Firing')],
    ['a row that is missing', (text: string) => text.replace(/^\["hiring".*\n/m, '')],
    [
      'a table that is missing',
      (text: string) => text.replace(/^\{"table":"audit"[\s\S]*?"end":"audit".*\n/m, ''),
    ],
    ['an end that is missing', (text: string) => text.slice(0, -20)],
    ['bytes of something else', (text: string) => `${text.slice(0, 900)}\n{"a":`],
  ])('%s is found, and leaves nothing behind', async (_name, change) => {
    const file = await exported(await filled('first'), join(root, 'out.jsonl'));
    const text = readFileSync(file, 'utf8');
    expect(change(text)).not.toBe(text);
    writeFileSync(file, change(text));
    const target = join(root, 'target');
    await expect(imported(file, target)).rejects.toThrow('The file is damaged or incomplete');
    // So that it can be tried again.
    writeFileSync(file, text);
    await imported(file, target);
    expect(contentOf(target)).toEqual(contentOf(join(root, 'first')));
  });

  it.each(['out.jsonl', 'out.jsonl.gz'])(
    '%s that cannot be read is refused in a sentence',
    async (name) => {
      await expect(imported(join(root, name), join(root, 'target'))).rejects.toThrow(
        /out\.jsonl.* cannot be read \(ENOENT/,
      );
    },
  );

  it('of another version or kind is refused, in a sentence that says what to do', async () => {
    const file = await exported(await filled('first'), join(root, 'out.jsonl'));
    const text = readFileSync(file, 'utf8');
    const refusal = async (from: RegExp, to: string) => {
      writeFileSync(file, text.replace(from, to));
      return imported(file, join(root, 'target')).then(
        () => 'it was imported',
        (error: Error) => error.message,
      );
    };
    expect(await refusal(/"version":1/, '"version":2')).toMatch(/format 2.*the same version/);
    expect(await refusal(/"schema":\d+/, '"schema":7')).toMatch(
      /tables of version 7.*the same version/,
    );
    expect(await refusal(/^\{/, '{"a":1}\n{')).toContain('is no export of Countersign');
  });

  it('a folder with a store, and a file that exists, are left as they are', async () => {
    const directory = await filled('first');
    const file = await exported(directory, join(root, 'out.jsonl'));
    await expect(imported(file, directory)).rejects.toThrow('There is a store in');
    await expect(exported(directory, file)).rejects.toThrow('exists. Choose another name.');
    expect(() => sqlite.openForExport(join(root, 'nowhere'), systemClock)).toThrow('There is no');
  });
});
