import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operation } from '../../journal/operation.ts';
import { writeBatch } from './batch.ts';
import { type Connection, openDatabase } from './database.ts';
import { createNumbering } from './transaction.ts';

let directory: string;
let connection: Connection;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-batch-'));
  connection = openDatabase(join(directory, 'countersign.db'), 'write');
  connection.exec(`CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE words(word TEXT NOT NULL)`);
});
afterEach(() => {
  connection.close();
  rmSync(directory, { recursive: true, force: true });
});

const words = () =>
  connection.all<{ word: string }>('SELECT word FROM words ORDER BY rowid').map(({ word }) => word);
const put = 'INSERT INTO words(word) VALUES(?)';

/** Writes two words, and waits in between as for an engine in another process. */
const putSlowly = operation<{ word: string; fails: boolean }, string>(
  'putSlowly',
  async (transaction, { word, fails }) => {
    await transaction.run(put, `${word} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    if (fails) throw new Error(`${word} was not wanted`);
    await transaction.run(put, `${word} ends`);
    return word;
  },
);

const write = (...inputs: { word: string; fails: boolean }[]) =>
  writeBatch(
    {
      connection,
      numbering: createNumbering(connection),
      operations: new Map([[putSlowly.name, putSlowly]]),
    },
    inputs.map((input, id) => ({ id, name: putSlowly.name, input, now: 1, waits: true })),
  );

it('operations that wait in between run one after another, and a failing one is undone completely', async () => {
  const outcome = await write(
    { word: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11', fails: false },
    { word: 'call_Yk3bN8wQz1LrT5vXc7Mde2Fga', fails: true },
    { word: 'chatcmpl-9aQ2fKx7TzVbR4mLc1Wd', fails: false },
  );
  expect(outcome).toMatchObject({
    done: true,
    results: [
      { ok: true, value: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11' },
      { ok: false, fault: { kind: 'refused', message: expect.stringContaining('not wanted') } },
      { ok: true, value: 'chatcmpl-9aQ2fKx7TzVbR4mLc1Wd' },
    ],
  });
  expect(words()).toEqual([
    'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11 begins',
    'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11 ends',
    'chatcmpl-9aQ2fKx7TzVbR4mLc1Wd begins',
    'chatcmpl-9aQ2fKx7TzVbR4mLc1Wd ends',
  ]);
});
