import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operation } from '@countersign/server/journal/operation';
import type { Awaitable } from '@countersign/server/store/awaitable';
import { readPastDamage } from '@countersign/server/store/faults/past-damage';
import type { Reading, Writing } from '@countersign/server/store/port';
import { openPool } from '@countersign/server/store/postgres/connection/pool';
import { createGroupWriter } from '@countersign/server/store/postgres/group-writer';
import { createReading } from '@countersign/server/store/postgres/reading';
import { writeBatch } from '@countersign/server/store/sqlite/batch';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { migrations } from '@countersign/server/store/sqlite/migrations';
import { createNumbering } from '@countersign/server/store/sqlite/transaction';
import { createDatabase, hasPostgres } from './postgres.ts';

/** A store of one engine, to which a contract is applied. */
export interface StoreUnderTest {
  /** Of what is committed. */
  reading: Reading;
  /** Runs `work` in one transaction, as an operation of the server is run. Rejects, with everything undone, if it fails. */
  transact(now: number, work: (writing: Writing) => Awaitable<unknown>): Promise<void>;
  /** Every row of every table. */
  content(): Promise<Record<string, unknown[]>>;
  /** Removes every row, for the next test. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** The engines that can be tested here: a store is opened once for a file of tests. */
export const engines = Object.entries({
  sqlite: openSqlite,
  ...(hasPostgres ? { postgres: openPostgres } : {}),
});

/** The embedded engine, on a file. */
async function openSqlite(): Promise<StoreUnderTest> {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-store-'));
  const file = join(directory, 'countersign.db');
  const connection = openDatabase(file, 'write');
  // In one transaction, which is much faster than a commit per step.
  connection.exec('BEGIN');
  for (const step of migrations) connection.exec(step);
  connection.exec('COMMIT');
  const reader = openDatabase(file, 'read');
  const numbering = createNumbering(connection);
  const tables = () =>
    reader
      .all<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
      )
      .map(({ name }) => name);
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
    content: async () =>
      Object.fromEntries(
        tables().map((name) => [name, reader.all(`SELECT * FROM ${name} ORDER BY 1, 2`)]),
      ),
    async empty() {
      for (const name of tables()) connection.run(`DELETE FROM ${name}`);
      numbering.forget();
    },
    async close() {
      reader.close();
      connection.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL, on a database of its own. */
async function openPostgres(): Promise<StoreUnderTest> {
  const database = await createDatabase();
  const pool = openPool(database.url, 4);
  const reading = createReading(pool, () => {});
  const writer = await createGroupWriter(pool, { id: 'server-under-test' });
  const tables = (
    await reading.all<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY table_name`,
    )
  ).flatMap(({ name }) => (ofEngine.has(name) ? [] : [name]));
  let works = 0;
  return {
    reading,
    async transact(now, run) {
      const outcome = await writer.write([{ id: ++works, now, run }]);
      if (!outcome.done) throw new Error(outcome.fault.message);
      for (const result of outcome.results) if (!result.ok) throw new Error(result.fault.message);
    },
    async content() {
      const content: Record<string, unknown[]> = {};
      for (const name of tables) {
        content[name] = await reading.all(`SELECT * FROM ${name} ORDER BY 1, 2`);
      }
      return content;
    },
    empty: () =>
      pool.use(async (connection) => {
        await connection.exec(
          `${tables.map((name) => `DELETE FROM ${name};`).join(' ')} UPDATE positions SET head = 0`,
        );
      }),
    async close() {
      await writer.close();
      await pool.close();
      await database.drop();
    },
  };
}

/** Tables that only PostgreSQL has. */
export const ofEngine: ReadonlySet<string> = new Set([
  'leases',
  'positions',
  'versions',
  'writers',
]);
