import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHarness } from '@countersign/bff/testing/harness';
import { createDatabase, hasPostgres, startMs } from '@countersign/bff/testing/postgres';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { migrate } from './postgres/migrate.ts';
import { openDatabase } from './sqlite/database.ts';
import { storeName } from './sqlite/store-files.ts';
import { prepareStore } from './sqlite/tables.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`fixtures/${name}.sql`, import.meta.url), 'utf8');
/** One task with a prompt that was answered and an open one, as the last server with numbered steps wrote them. */
const rows = fixture('rows');
const taskId = '2ac154b8-ac80-4daa-a56d-1d4b9731ed70';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-old-'));
  undo.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** An engine with the tables that the steps before `0001-tables` made, and these rows. */
const engines = {
  async sqlite() {
    const directory = folder();
    const file = join(directory, storeName);
    const run = (sql: string) => {
      const store = openDatabase(file, 'write');
      store.exec(sql);
      store.close();
    };
    run(fixture('sqlite-31') + rows);
    // As left by its server; this process may have the file open until its statements are collected.
    writeFileSync(join(directory, 'server.lock'), '');
    return {
      start: () => startHarness({ directory }),
      prepare: async () => prepareStore(file, () => 'new'),
      older: async () => run(`UPDATE meta SET value = '30' WHERE key = 'schema'`),
      async definitions() {
        const store = openDatabase(file, 'read');
        const own = definitionsIn(store);
        store.close();
        const path = join(folder(), storeName);
        prepareStore(path, () => 'new');
        const made = openDatabase(path, 'read');
        const expected = definitionsIn(made);
        made.close();
        return { own, expected };
      },
    };
  },
  async postgres() {
    const [old, current] = [await createDatabase('empty'), await createDatabase()];
    undo.push(old.drop, current.drop);
    const on = async <Value>(url: string, work: (client: pg.Client) => Promise<Value>) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    };
    const head = 'UPDATE positions SET head = (SELECT MAX(position) FROM events)';
    await on(old.url, (client) => client.query(`${fixture('postgres-9')}${rows}${head}`));
    const definitions = (url: string) =>
      on(url, async (client) => {
        const all = [
          `SELECT table_name, column_name, ordinal_position, column_default, is_nullable, data_type, collation_name
           FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1, 3`,
          `SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1`,
          `SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace ORDER BY 1`,
          `SELECT proname, prosrc FROM pg_proc WHERE pronamespace = current_schema()::regnamespace ORDER BY 1`,
          `SELECT relname, reloptions FROM pg_class WHERE relnamespace = current_schema()::regnamespace ORDER BY 1`,
        ];
        const found = [];
        for (const sql of all) found.push((await client.query(sql)).rows);
        return found;
      });
    return {
      start: () => startHarness({ directory: folder(), databaseUrl: old.url }),
      prepare: () => migrate(old.url, () => 'new'),
      older: () => on(old.url, (client) => client.query('DELETE FROM versions WHERE version > 8')),
      definitions: async () => ({
        own: await definitions(old.url),
        expected: await definitions(current.url),
      }),
    };
  },
};

function definitionsIn(store: ReturnType<typeof openDatabase>): Record<string, string> {
  const found = store.all<{ name: string; sql: string }>(
    'SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name',
  );
  return Object.fromEntries(found.map(({ name, sql }) => [name, plain(sql)]));
}

/** Without comments, line ends and quotes. */
const plain = (sql: string) =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim();

describe.each(['sqlite', ...(hasPostgres ? ['postgres' as const] : [])] as const)(
  'a store of the numbered steps before the first one of today, on %s',
  { timeout: startMs },
  (engine) => {
    it('is opened: its tables become those of a new one, and its prompts are shown', async () => {
      const store = await engines[engine]();
      await store.prepare();
      const { own, expected } = await store.definitions();
      expect(own).toEqual(expected);
      const harness = await store.start();
      undo.push(() => harness.close());
      const { body: task } = await harness.request('GET', `/api/tasks/${taskId}`);
      expect(task).toMatchObject({ title: 'go', agents: ['demo'] });
      const { body: open } = await harness.request('GET', '/api/prompts?state=open');
      expect(open.items).toMatchObject([{ ask: 'And the other one?', taskId }]);
      const { body: answered } = await harness.request(
        'GET',
        '/api/prompts/zs11dwrpyx8f5j89360n7z9sr0',
      );
      expect(answered).toMatchObject({ decision: { feedback: { type: 'approve' } } });
      expect((await harness.request('GET', '/api/rules')).body.items).toMatchObject([
        { name: 'Small' },
      ]);
    });

    it('is refused if it is older, with what upgrades it, and left as it was', async () => {
      const store = await engines[engine]();
      await store.older();
      const refused =
        /is of an older version \(schema \d+\).*Start the server of commit [0-9a-f]{8} /;
      await expect(store.prepare()).rejects.toThrow(refused);
      await expect(store.prepare()).rejects.toThrow(refused);
    });
  },
);
