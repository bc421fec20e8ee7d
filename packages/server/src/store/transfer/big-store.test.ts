import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../sqlite/database.ts';
import { storeName } from '../sqlite/store-files.ts';
import { prepareStore } from '../sqlite/tables.ts';

const run = promisify(execFile);
const heapMegabytes = 24;
const events = 25_000;
let root: string;
let database: TestDatabase | null = null;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'countersign-move-'));
  if (hasPostgres) database = await createDatabase('empty');
}, startMs);
afterEach(async () => {
  await database?.drop();
  rmSync(root, { recursive: true, force: true });
});

it('is moved with a part of it in memory at a time', async () => {
  const directory = join(root, 'data');
  mkdirSync(directory);
  const file = join(directory, storeName);
  // As a server that has ended leaves it.
  writeFileSync(join(directory, 'server.lock'), '');
  prepareStore(file, () => 'big');
  const connection = openDatabase(file, 'write');
  connection.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO events(position, thread, sequence, run, agent, received, notable, data)
     SELECT i, 'thread', i, NULL, 'demo', 1763800000000 + i, 0, '{"type":"CUSTOM","value":"' || hex(randomblob(1000)) || '"}' FROM n`,
    events,
  );
  connection.all('PRAGMA wal_checkpoint(TRUNCATE)');
  connection.close();
  expect(statSync(file).size).toBeGreaterThan(2 * heapMegabytes * 1_000_000);
  const move = (way: string, path: string, environment: Record<string, string>) =>
    run(
      process.execPath,
      [`--max-old-space-size=${heapMegabytes}`, 'dist-server/countersign.mjs', way, path],
      { env: { ...process.env, ...environment } },
    );
  const steps: Record<string, string>[] = [
    { COUNTERSIGN_DATA: directory },
    ...(database === null ? [] : [{ DATABASE_URL: database.url }]),
    { COUNTERSIGN_DATA: join(root, 'last') },
  ];
  for (const [index, from] of steps.slice(0, -1).entries()) {
    const path = join(root, `${index}.jsonl`);
    const { stdout } = await move('export', path, from);
    expect(stdout).toContain(`up to position ${events}.`);
    await move('import', path, steps[index + 1] ?? {});
    rmSync(path);
  }
}, 180_000);
