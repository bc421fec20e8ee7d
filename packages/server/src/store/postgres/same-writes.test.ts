import { rmSync } from 'node:fs';
import { operations } from '@countersign/bff/operations';
import { startAsking } from '@countersign/bff/testing/asking';
import { messageListeners } from '@countersign/bff/testing/lent-thread';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditKeyOf } from '../audit/audit-head.ts';
import { openDatabase } from '../sqlite/database.ts';
import type { WriterRequest } from '../writer-protocol.ts';
import { openPool } from './connection/pool.ts';
import { createGroupWriter } from './group-writer.ts';

const requests: WriterRequest[] = [];
const record = (module: string, message: unknown) => {
  if (module === 'writer' && typeof message === 'object')
    requests.push(structuredClone(message) as WriterRequest);
};

/** Texts of the rows of each table, in an order that does not depend on the engine. Links depend on what was committed together. */
const sorted = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(Object.entries({ ...row, link: null }).toSorted())).toSorted();

/** A server with an agent that asks, people and a rule that answer, and what else they do; returns the tables it has written. */
async function useServer(): Promise<Record<string, string[]>> {
  const asking = await startAsking({ control: true });
  const { post, ask, decide, hire } = asking;
  const ann = await hire('ann');
  const path = (id: string) => `/api/prompts/${encodeURIComponent(id)}`;
  const first = await ask({ messageId: 'p1' });
  await post(`${path(first.id)}/claim`, {}, ann);
  await post(`${path(first.id)}/comments`, { text: 'Größe?', idempotencyKey: 'comment-1' }, ann);
  expect((await decide(first, {}, ann)).status).toBe(201);
  const second = await ask({ messageId: 'p2', ask: 'And this?' });
  const minutes = 60_000;
  await post(`${path(second.id)}/snooze`, { until: asking.clock.now() + 10 * minutes });
  await asking.pass(11 * minutes);
  await asking.restart();
  expect((await decide(second, { feedback: { type: 'reject', comment: 'no' } })).status).toBe(201);
  await asking.pass(minutes);
  await post(`/api/tasks/${asking.taskId}/messages`, { text: 'Go on', idempotencyKey: 'words-1' });
  await post(`/api/tasks/${asking.taskId}/control`, { action: 'pause', idempotencyKey: 'pause-1' });
  await asking.pass(1_000);
  await asking.harness.close('keep-directory');
  await asking.agent.close();
  const store = openDatabase(`${asking.harness.directory}/countersign.db`, 'read');
  const tables = store.all<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('meta', 'snapshots')`,
  );
  const content = tables.map(({ name }) => [name, sorted(store.all(`SELECT * FROM ${name}`))]);
  store.close();
  rmSync(asking.harness.directory, { recursive: true });
  return Object.fromEntries(content);
}

describe.runIf(hasPostgres)('what a server writes', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
    messageListeners.add(record);
  }, startMs);
  afterEach(async () => {
    messageListeners.delete(record);
    await database.drop();
  });

  it('is the same on PostgreSQL, operation by operation', async () => {
    const written = await useServer();
    expect(written['decisions']).toHaveLength(2);
    expect(written['audit']?.length).toBeGreaterThan(4);
    const byName = new Map(operations.map((operation) => [operation.name, operation]));
    const pool = openPool(database.url, 2);
    const writer = await createGroupWriter(pool, {
      id: 'a-server',
      auditKey: auditKeyOf(Buffer.alloc(32, 7)),
    });
    let id = 0;
    for (const { name, input, now } of requests) {
      const outcome = await writer.write([
        { id: ++id, now, run: (transaction) => byName.get(name)?.run(transaction, input as never) },
      ]);
      expect([name, outcome]).toMatchObject([name, { done: true, results: [{ ok: true }] }]);
    }
    const same: Record<string, string[]> = {};
    for (const table of Object.keys(written)) {
      same[table] = sorted(
        await pool.use((connection) => connection.all<object>(`SELECT * FROM ${table}`)),
      );
    }
    await writer.close();
    await pool.close();
    expect(same).toEqual(written);
  }, 60_000);
});
