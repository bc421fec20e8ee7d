import { readdirSync } from 'node:fs';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import { ofEngine } from '@countersign/bff/testing/store-engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../sqlite/database.ts';
import { migrations as embedded } from '../sqlite/migrations.ts';
import { openPool, type Pool } from './connection/pool.ts';
import { migrate } from './migrate.ts';
import { firstVersion, migrations } from './migrations.ts';

/** The columns of a table as `name type`, with `!` when they are never NULL; and its indexes. */
type Tables = Record<string, { columns: string[]; indexes: string[] }>;

const types: Record<string, string> = { bigint: 'INTEGER', text: 'TEXT', bytea: 'BLOB' };

function tablesOfSqlite(): Tables {
  const store = openDatabase(':memory:', 'write');
  for (const step of embedded) store.exec(step);
  const tables = store.all<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  );
  const described = tables.map(({ name }) => {
    const columns = store.all<{ name: string; type: string; notnull: number; pk: number }>(
      `SELECT name, type, "notnull", pk FROM pragma_table_info('${name}') ORDER BY name`,
    );
    const indexes = store.all<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = '${name}' ORDER BY name`,
    );
    const row = {
      columns: columns.map(
        (column) => `${column.name} ${column.type}${column.notnull || column.pk ? '!' : ''}`,
      ),
      indexes: indexes.map((index) => index.name),
    };
    return [name, row] as const;
  });
  store.close();
  return Object.fromEntries(described);
}

function tablesOfPostgres(pool: Pool): Promise<Tables> {
  return pool.use(async (connection) => {
    const columns = await connection.all<{ t: string; name: string; type: string; null: string }>(
      `SELECT table_name AS t, column_name AS name, data_type AS type, is_nullable AS "null" FROM information_schema.columns
       WHERE table_schema = current_schema() ORDER BY table_name, column_name COLLATE "C"`,
    );
    const indexes = await connection.all<{ t: string; name: string }>(
      `SELECT tablename AS t, indexname AS name FROM pg_indexes WHERE schemaname = current_schema()
       AND NOT EXISTS(SELECT 1 FROM pg_constraint WHERE conname = indexname) ORDER BY indexname COLLATE "C"`,
    );
    const names = new Set(columns.map(({ t }) => t));
    return Object.fromEntries(
      [...names]
        .filter((name) => !ofEngine.has(name))
        .map((name) => [
          name,
          {
            columns: columns
              .filter(({ t }) => t === name)
              .map((column) => {
                const type = types[column.type] ?? column.type;
                return `${column.name} ${type}${column.null === 'NO' ? '!' : ''}`;
              }),
            indexes: indexes.filter(({ t }) => t === name).map((index) => index.name),
          },
        ]),
    );
  });
}

it('each migration is a file, numbered in their order', () => {
  const files = readdirSync(new URL('migrations/', import.meta.url)).toSorted();
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(migrations.map((_, at) => at + 1));
});

describe.runIf(hasPostgres)('the tables of PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase('empty');
  }, startMs);
  afterAll(() => database.drop());

  it('are made once by servers that start at the same time, and are those of the embedded store', async () => {
    const ids = ['store-a', 'store-b', 'store-c'];
    const stores = await Promise.all(ids.map((id) => migrate(database.url, () => id)));
    expect(new Set(stores).size).toBe(1);
    expect(ids).toContain(stores[0]);
    const pool = openPool(database.url, 2);
    const versions = await pool.use((connection) =>
      connection.all('SELECT version FROM versions ORDER BY version'),
    );
    expect(versions).toEqual(migrations.map((_, at) => ({ version: firstVersion + at })));
    // A difference is a migration that only one of the two engines has.
    expect(await tablesOfPostgres(pool)).toEqual(tablesOfSqlite());
    const ordered = await pool.use((connection) =>
      connection.all(
        `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()
         AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`,
      ),
    );
    expect(ordered).toEqual([]);
    await pool.use((connection) => connection.run('INSERT INTO versions(version) VALUES(?)', 99));
    await pool.close();
    await expect(migrate(database.url, () => 'store-d')).rejects.toThrow(
      'newer version (schema 99)',
    );
  });
});
