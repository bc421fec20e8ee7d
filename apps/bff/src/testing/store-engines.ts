import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBatch } from '../journal/batch.ts';
import { openDatabase } from '../journal/database.ts';
import { migrations } from '../journal/migrations.ts';
import { operation } from '../journal/operation.ts';
import { createNumbering } from '../journal/transaction.ts';
import type { Awaitable } from '../store/awaitable.ts';
import { readPastDamage } from '../store/past-damage.ts';
import type { Reading, Writing } from '../store/port.ts';

/** An empty store of one engine, to which a contract is applied. */
export interface StoreUnderTest {
  /** Of what is committed. */
  reading: Reading;
  /** Runs `work` in one transaction, as an operation of the server is run. Rejects, with everything undone, if it fails. */
  transact(now: number, work: (writing: Writing) => Awaitable<unknown>): Promise<void>;
  /** Every row of every table. */
  content(): Promise<Record<string, unknown[]>>;
  close(): Promise<void>;
}

/** The embedded engine, on a file. */
export async function openSqlite(): Promise<StoreUnderTest> {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-store-'));
  const file = join(directory, 'countersign.db');
  const connection = openDatabase(file, 'write');
  // In one transaction, which is much faster than a commit per step.
  connection.exec('BEGIN');
  for (const step of migrations) connection.exec(step);
  connection.exec('COMMIT');
  const reader = openDatabase(file, 'read');
  const numbering = createNumbering(connection);
  return {
    reading: { get: reader.get, all: reader.all, ...readPastDamage(() => {}) },
    async transact(now, work) {
      const run = operation<null, null>('work', async (transaction) => {
        await work(transaction);
        return null;
      });
      const outcome = await writeBatch(
        { connection, numbering, operations: new Map([[run.name, run]]) },
        [{ id: 1, name: run.name, input: null, now, waits: true }],
      );
      if (!outcome.done) throw new Error(outcome.fault.message);
      for (const result of outcome.results) if (!result.ok) throw new Error(result.fault.message);
    },
    async content() {
      const tables = reader.all<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'meta' ORDER BY name`,
      );
      return Object.fromEntries(
        tables.map(({ name }) => [name, reader.all(`SELECT * FROM ${name} ORDER BY 1, 2`)]),
      );
    },
    async close() {
      reader.close();
      connection.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
