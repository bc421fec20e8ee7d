import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultBudget } from '@countersign/thread/budget';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Connection, openDatabase } from '../store/sqlite/database.ts';
import { migrations } from '../store/sqlite/migrations.ts';
import { createFoldedTasks } from './folded-tasks.ts';

let directory: string;
let store: Connection;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-stories-'));
  store = openDatabase(join(directory, 'countersign.db'), 'write');
  for (const step of migrations) store.exec(step);
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true, force: true });
});

const threadOf = (index: number) => `run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b${index}`;

/** A task of several messages, each of so many characters. */
function fill(index: number, messages: number, chars: number): void {
  const add = (sequence: number, event: object) =>
    store.run(
      'INSERT INTO events(thread, sequence, run, agent, received, notable, data) VALUES(?,?,?,?,1,0,?)',
      threadOf(index),
      sequence,
      'run',
      'agent',
      JSON.stringify(event),
    );
  store.exec('BEGIN');
  for (let at = 0; at < messages; at += 1) {
    const messageId = `msg-${at}`;
    add(3 * at + 1, { type: 'BUSINESS_DATA_START', messageId, role: 'assistant' });
    add(3 * at + 2, { type: 'BUSINESS_DATA_CONTENT', messageId, delta: 'x'.repeat(chars) });
    add(3 * at + 3, { type: 'BUSINESS_DATA_END', messageId });
  }
  store.exec('COMMIT');
}

/** Stories, and the number of events read for one. */
function watched() {
  let read = 0;
  const foldedTasks = createFoldedTasks(
    {
      get: store.get,
      all: <Row>(sql: string, ...values: Parameters<Connection['all']>[1][]) => {
        const rows = store.all<Row>(sql, ...values);
        read += rows.length;
        return rows;
      },
    },
    defaultBudget,
  );
  return async (index: number, sequence: number | null = null) => {
    const before = read;
    await foldedTasks.at(threadOf(index), sequence);
    return read - before;
  };
}

it('folds are kept in memory up to a number of tasks, the most recently used', async () => {
  for (let index = 0; index < 40; index += 1) fill(index, 2, 10);
  const readFor = watched();
  for (let index = 0; index < 40; index += 1) expect(await readFor(index)).toBe(6);
  for (let index = 39; index >= 8; index -= 1) expect(await readFor(index)).toBe(0);
  for (const index of [0, 7]) expect(await readFor(index)).toBe(6);
  // Those two replaced the two least recently used.
  expect(await readFor(39)).toBe(6);
  expect(await readFor(8)).toBe(0);
});

it('and up to their total size, however few they are', async () => {
  const messages = 14;
  for (let index = 0; index < 6; index += 1) fill(index, messages, 900_000);
  const readFor = watched();
  for (let index = 0; index < 6; index += 1) expect(await readFor(index)).toBe(3 * messages);
  // The newest is there; nothing of the oldest is.
  expect(await readFor(5)).toBe(0);
  expect(await readFor(0)).toBe(3 * messages);
}, 30_000);

it('a fold as of a sequence is kept likewise, unless a later one is', async () => {
  fill(0, 3, 10);
  const readFor = watched();
  expect(await readFor(0, 6)).toBe(6);
  expect(await readFor(0, 6)).toBe(0);
  expect(await readFor(0)).toBe(3);
  expect(await readFor(0, 6)).toBe(6);
  expect(await readFor(0)).toBe(0);
});
