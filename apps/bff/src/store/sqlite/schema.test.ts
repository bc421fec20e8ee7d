import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { migrations } from './migrations.ts';

/** The store's definitions of tables and indexes, by name: without comments, line ends and quotes, which are irrelevant. */
function tablesAfter(steps: readonly string[]): Record<string, string> {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-schema-'));
  const store = openDatabase(join(directory, 'countersign.db'), 'write');
  for (const step of steps) store.exec(step);
  const rows = store.all<{ name: string; sql: string }>(
    'SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name',
  );
  store.close();
  rmSync(directory, { recursive: true, force: true });
  return Object.fromEntries(rows.map(({ name, sql }) => [name, plain(sql)]));
}

const plain = (sql: string) =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim();

it('the tables documented in one place are those of a new store', () => {
  const current = readFileSync(new URL('schema/current.sql', import.meta.url), 'utf8');
  const written = tablesAfter([current]);
  expect(Object.keys(written).length).toBeGreaterThan(50);
  expect(written).toEqual(tablesAfter(migrations));
});

it('each migration is a file whose number is the version it produces', async () => {
  const folder = new URL('migrations/', import.meta.url);
  const files = readdirSync(folder).toSorted();
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(migrations.map((_, at) => at + 1));
  const steps = files.map(async (name) => Object.values(await import(new URL(name, folder).href)));
  expect(await Promise.all(steps)).toEqual(migrations.map((step) => [step]));
});
