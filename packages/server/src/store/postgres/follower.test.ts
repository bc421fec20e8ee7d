import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startCuttingProxy } from '@countersign/bff/testing/cutting-proxy';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import type { StreamRow } from '../row.ts';
import type { Transaction } from '../transaction.ts';
import { listenForCommits } from './commit-notices.ts';
import { openPool } from './connection/pool.ts';
import { createEventPages } from './event-pages.ts';
import { createFollower } from './follower.ts';
import { createGroupWriter } from './group-writer.ts';
import { createReading } from './reading.ts';

const rowAt = (position: number): StreamRow => ({
  ...{ position, sequence: position, thread: 'thread-0', notable: false },
  ...{ run: null, agent: 'agent-0', received: 0, data: '{}' },
});

describe('a reader of the log', () => {
  it('skips nothing that comes while an empty page is read', async () => {
    const log: StreamRow[] = [];
    let meanwhile = () => {};
    const read: number[] = [];
    const follower = createFollower({
      pages: {
        async since(cursor, to) {
          const page = log.filter(({ position }) => position > cursor && position <= to);
          await Promise.resolve();
          meanwhile();
          return page;
        },
      },
      cursor: 0,
      onRows: (rows) => read.push(...rows.map(({ position }) => position)),
      onError: () => {},
    });
    // Numbers 1 to 3 were pruned.
    meanwhile = () => {
      meanwhile = () => {};
      log.push(rowAt(4));
      follower.advance(4);
    };
    follower.advance(3);
    await follower.settled();
    expect(read).toEqual([4]);
    expect(follower.cursor()).toBe(4);
  });

  it('hands on what this server has written at once, and in its place among what others have', async () => {
    const read: (readonly [number, string])[] = [];
    let pages = 0;
    const follower = createFollower({
      pages: {
        async since(cursor, to) {
          pages += 1;
          return Array.from({ length: to - cursor }, (_, index) => rowAt(cursor + index + 1));
        },
      },
      cursor: 0,
      onRows: (rows, by) => read.push(...rows.map(({ position }) => [position, by] as const)),
      onError: () => {},
    });
    follower.offer([rowAt(1), rowAt(2)]);
    expect(follower.cursor()).toBe(2);
    // Another server has written 3, and 5 and 6, which are read before this one is notified of its own.
    follower.offer([rowAt(4), rowAt(7)]);
    follower.advance(8);
    await follower.settled();
    follower.offer([rowAt(8), rowAt(9)]);
    expect(read).toEqual([
      [1, 'here'],
      [2, 'here'],
      [3, 'elsewhere'],
      [4, 'here'],
      [5, 'elsewhere'],
      [6, 'elsewhere'],
      [7, 'here'],
      [8, 'elsewhere'],
      [9, 'here'],
    ]);
    expect(pages).toBe(3);
  });

  it('reads a page again that could not be read, with what this server has written behind it', async () => {
    const read: number[] = [];
    const errors: unknown[] = [];
    const follower = createFollower({
      pages: {
        async since() {
          if (errors.length === 0) throw new Error('The database is away.');
          return [rowAt(1)];
        },
      },
      cursor: 0,
      onRows: (rows) => read.push(...rows.map(({ position }) => position)),
      onError: (error) => errors.push(error),
    });
    follower.offer([rowAt(2)]);
    await follower.settled();
    expect(errors).toHaveLength(1);
    follower.advance(1);
    await follower.settled();
    expect(read).toEqual([1, 2]);
  });

  it('ends a connection on which it cannot listen', async () => {
    const ended: Promise<unknown>[] = [];
    const lost: string[] = [];
    const clock = createManualClock();
    const server = createServer((socket) => {
      ended.push(once(socket, 'close'));
      const say = (type: string, body: string) => {
        const head = Buffer.alloc(5, type);
        head.writeUInt32BE(Buffer.byteLength(body) + 4, 1);
        socket.write(Buffer.concat([head, Buffer.from(body)]));
      };
      socket.once('data', () => {
        say('R', '\0\0\0\0');
        say('Z', 'I');
        socket.on('data', (chunk) => {
          if (!chunk.toString().includes('LISTEN')) return;
          say('E', 'SERROR\0C25006\0MLISTEN is not possible during recovery.\0\0');
          say('Z', 'I');
        });
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const notices = listenForCommits({
      url: `postgres://ann@127.0.0.1:${port}/countersign`,
      clock,
      onHead: () => {},
      onLost: (error) => lost.push(String(error)),
    });
    await vi.waitUntil(() => ended.length === 1);
    await ended[0];
    // It tries again with each beat, and says so once.
    await vi.waitUntil(() => {
      clock.advance(1_000);
      return ended.length === 3;
    });
    expect(lost).toEqual([expect.stringContaining('LISTEN is not possible during recovery.')]);
    await notices.close();
    server.close();
  });
});

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
        // The connection that receives notices of commits is cut again and again.
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
    const writers = ['first-writer', 'second-writer'].map((name) =>
      spawn(process.execPath, ['dist-server/event-writer.mjs', database.url, name, '80'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    await Promise.all(writers.map((writer) => once(writer.stdout, 'data')));
    const ends = writers.map(async (writer) => (await once(writer, 'exit'))[0]);
    for (const writer of writers) writer.stdin.end('go\n');
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
    const order = read.map(({ agent }) => agent);
    const changes = order.filter((name, index) => name !== order[index - 1]).length;
    // Otherwise the writers did not write at the same time, and nothing was shown.
    expect(changes).toBeGreaterThan(10);
  }, 120_000);

  it('learns of a commit although the connection for its notice is silent', async () => {
    const pool = openPool(database.url, 2);
    const writer = await createGroupWriter(pool, { id: 'a-writer' });
    const heads: number[] = [];
    const notices = listenForCommits({
      url: proxy.url,
      clock: systemClock,
      onHead: (head) => heads.push(head),
      heartbeat: { everyMs: 100, answerMs: 300 },
    });
    await vi.waitUntil(() => heads.length > 0);
    const first = heads[0] ?? 0;
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
    await vi.waitUntil(() => heads.at(-1) === first + 1, { timeout: 20_000 });
    // Said again, for those who could not read so far.
    await vi.waitUntil(() => heads.filter((head) => head === first + 1).length > 1);
    await notices.close();
    await writer.close();
    await pool.close();
  });
});
