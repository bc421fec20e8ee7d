import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { startCuttingProxy } from '../../testing/cutting-proxy.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from '../../testing/postgres.ts';
import type { StreamRow } from '../row.ts';
import type { Transaction } from '../transaction.ts';
import { listenForCommits } from './commit-notices.ts';
import { createEventPages } from './event-pages.ts';
import { createFollower } from './follower.ts';
import { createGroupWriter } from './group-writer.ts';
import { openPool } from './pool.ts';
import { createReading } from './reading.ts';

describe.runIf(hasPostgres)('a reader of the log on PostgreSQL', () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
  beforeAll(async () => {
    database = await createDatabase();
    proxy = await startCuttingProxy(database.url);
  }, startMs);
  afterAll(async () => {
    await proxy.close();
    await database.drop();
  });

  it('misses none of the events that several processes write at once, in order and once, though its connection is cut', async () => {
    const pool = openPool(database.url, 2);
    const pages = createEventPages(createReading(pool, () => {}));
    const read: StreamRow[] = [];
    const errors: unknown[] = [];
    const follower = createFollower({
      pages,
      cursor: 0,
      onRows: (rows) => {
        // The connection that hears of commits is cut again and again.
        if (read.length % 5 === 0) proxy.cutAll();
        read.push(...rows);
      },
      onError: (error) => errors.push(error),
    });
    const notices = listenForCommits({
      url: proxy.url,
      clock: systemClock,
      onHead: follower.advance,
    });
    const ends = ['first-writer', 'second-writer'].map(async (name) => {
      const writer = spawn(
        process.execPath,
        ['dist-server/event-writer.mjs', database.url, name, '80'],
        { stdio: ['ignore', 'inherit', 'inherit'] },
      );
      const [code] = await once(writer, 'exit');
      return code;
    });
    expect(await Promise.all(ends)).toEqual([0, 0]);
    const head = await pages.head();
    expect(head).toBeGreaterThan(500);
    await vi.waitUntil(() => follower.cursor() === head, { timeout: 20_000 });
    await notices.close();
    await follower.settled();
    await pool.close();
    expect(errors).toEqual([]);
    expect(read.map(({ position }) => position)).toEqual(
      Array.from({ length: head }, (_, index) => index + 1),
    );
    for (const thread of ['thread-0', 'thread-1', 'thread-2']) {
      const own = read.filter((row) => row.thread === thread);
      expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, index) => index + 1));
    }
    const order = read.map(({ text }) => JSON.parse(text).agentId);
    const changes = order.filter((name, index) => name !== order[index - 1]).length;
    // Otherwise the writers did not write at the same time, and nothing was shown.
    expect(changes).toBeGreaterThan(10);
  }, 120_000);

  it('hears of a commit although the connection that tells of it is silent', async () => {
    const pool = openPool(database.url, 2);
    const writer = await createGroupWriter(pool, { id: 'a-writer' });
    const heads: number[] = [];
    const notices = listenForCommits({
      url: proxy.url,
      clock: systemClock,
      onHead: (head) => heads.push(head),
      heartbeat: { everyMs: 100, answerMs: 300 },
    });
    await vi.waitUntil(() => heads.length === 1);
    proxy.silence();
    const append = (transaction: Transaction) =>
      transaction.append({
        threadId: 'thread-0',
        runId: null,
        agentId: 'evil',
        json: '{"type":"CUSTOM","name":"test"}',
        notable: false,
      });
    await writer.write([{ id: 1, now: 1_763_800_000_000, run: append }]);
    await vi.waitUntil(() => heads.length === 2, { timeout: 20_000 });
    expect(heads[1]).toBe((heads[0] ?? 0) + 1);
    await notices.close();
    await writer.close();
    await pool.close();
  });
});
