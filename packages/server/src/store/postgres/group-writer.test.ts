import { setImmediate as nextTurn } from 'node:timers/promises';
import { startCuttingProxy } from '@countersign/bff/testing/cutting-proxy';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Awaitable } from '../awaitable.ts';
import { StoreTakenError } from '../faults/store-taken-error.ts';
import * as keys from '../keys.ts';
import type { Reading } from '../port.ts';
import type { Transaction } from '../transaction.ts';
import { openPool, type Pool } from './connection/pool.ts';
import { createEventPages } from './event-pages.ts';
import { createGroupWriter } from './group-writer.ts';
import { createReading } from './reading.ts';

const now = 1_763_800_000_000;
const threadId = 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
const hostile = 'NUL \0, \u{10FFFE} and \u{10FFFE}0, Größe, 𝔘';
const limit = { rows: 100, bytes: 1_000_000 };
let works = 0;
const work = (run: (transaction: Transaction) => Awaitable<unknown>) => ({
  id: ++works,
  now,
  run,
});
const event = (value: unknown, notable = false) => ({
  threadId,
  runId: null,
  agentId: 'evil',
  json: JSON.stringify({ type: 'CUSTOM', name: 'test', value }),
  notable,
});
const key = {
  scope: 'decisions:é',
  key: 'call_Yk3bN8wQz1LrT5vXc7Mde2Fga',
  bodyHash: 'b',
};

describe.runIf(hasPostgres)('a group of operations on PostgreSQL', () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
  let pool: Pool;
  let direct: Pool;
  let reading: Reading;
  let writer: Awaited<ReturnType<typeof createGroupWriter>>;
  let other: Awaited<ReturnType<typeof createGroupWriter>>;

  beforeAll(async () => {
    database = await createDatabase();
    proxy = await startCuttingProxy(database.url);
    pool = openPool(proxy.url, 2);
    direct = openPool(database.url, 2);
    reading = createReading(direct, () => {});
    writer = await createGroupWriter(pool, { id: 'a-server' });
    other = await createGroupWriter(direct, { id: 'another-server' });
  }, startMs);
  beforeEach(() =>
    direct.use((connection) =>
      connection.exec('DELETE FROM events; DELETE FROM keys; UPDATE positions SET head = 0'),
    ),
  );
  afterAll(async () => {
    await writer.close();
    await other.close();
    await pool.close();
    await direct.close();
    await proxy.close();
    await database.drop();
  });

  const sequences = async () => {
    const pages = createEventPages(reading);
    const rows = await pages.ofThread(threadId, 0, limit);
    return rows.map(({ position, sequence }) => [position, sequence]);
  };

  it('undoes an operation that fails and no other one, and leaves no gap in the numbers', async () => {
    const outcome = await writer.write([
      work(async (transaction) => {
        await transaction.append(event(1));
        await keys.keepKey(transaction, key, '[]');
      }),
      work(async (transaction) => {
        await transaction.append(event(2));
        await transaction.run('INSERT INTO keys(scope) VALUES(?)', null);
      }),
      work(async (transaction) => {
        const seen = await transaction.all('SELECT position FROM events');
        return [seen.length, await transaction.append(event(3)), transaction.place()];
      }),
    ]);
    expect(outcome).toMatchObject({
      done: true,
      results: [{ ok: true }, { ok: false, fault: { kind: 'refused' } }, { value: [1, 2, 2] }],
    });
    expect(await sequences()).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(await keys.readKey(reading, key)).toMatchObject({ kind: 'repeated' });
  });

  it('numbers behind what another server has written', async () => {
    await writer.write([work((transaction) => transaction.append(event(1)))]);
    await other.write([work((transaction) => transaction.append(event(2)))]);
    await writer.write([work((transaction) => transaction.append(event(3)))]);
    await other.write([work((transaction) => transaction.append(event(4)))]);
    expect(await sequences()).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
  });

  it('stores any text, and pages of a task and of the log have their limits', async () => {
    const add = work(async (transaction) => {
      await keys.keepKey(transaction, key, hostile);
      for (let n = 0; n < 6; n += 1) await transaction.append(event(`${hostile}${n}`, n === 4));
    });
    await writer.write([add]);
    expect(await keys.readKey(reading, key)).toEqual({ kind: 'repeated', answer: hostile });
    const pages = createEventPages(reading);
    const first = await pages.ofThread(threadId, 0, limit);
    expect(JSON.parse(first[5]?.data ?? '').value).toBe(`${hostile}5`);
    const of = (threads: readonly string[] | '*', facts: boolean, more = limit) =>
      pages
        .since(1, 5, { threads, facts }, more)
        .then((rows) => rows.map(({ position }) => position));
    expect(await of('*', true)).toEqual([2, 3, 4, 5]);
    expect(await of('*', true, { rows: 2, bytes: 1e6 })).toEqual([2, 3]);
    expect(await of('*', true, { rows: 9, bytes: 1 })).toEqual([2]);
    expect(await of([threadId], true)).toEqual([2, 3, 4, 5]);
    expect(await of([threadId], false)).toEqual([2, 3, 4, 5]);
    expect(await of([], true)).toEqual([5]);
    expect(await of([], false)).toEqual([]);
    expect(await pages.head()).toBe(6);
  });

  it('is done when its commit has happened and the reply was lost', async () => {
    proxy.cutAtCommit('after');
    const outcome = await writer.write([work((transaction) => transaction.append(event(1)))]);
    expect(outcome).toMatchObject({ done: true, results: [{ ok: true, value: 1 }] });
    expect(await sequences()).toEqual([[1, 1]]);
  });

  it('is not done when its commit did not arrive, and can be repeated', async () => {
    proxy.cutAtCommit('before');
    const append = work((transaction) => transaction.append(event(1)));
    expect(await writer.write([append])).toMatchObject({ done: false, fault: { kind: 'passing' } });
    expect(await sequences()).toEqual([]);
    expect(await writer.write([append])).toMatchObject({ done: true, results: [{ value: 1 }] });
    expect(await sequences()).toEqual([[1, 1]]);
  });

  it.each(['before', 'after'] as const)(
    'is written once when the database is away from just %s its commit on',
    async (when) => {
      proxy.cutAtCommit(when, { away: true });
      const append = work((transaction) => transaction.append(event(1)));
      const away = {
        done: false,
        fault: { kind: 'passing', code: 'POSTGRES_AWAY', inDoubt: true },
      };
      expect(await writer.write([append])).toMatchObject(away);
      expect(await writer.write([append])).toMatchObject(away);
      proxy.restore();
      const second = work((transaction) => transaction.append(event(2)));
      const outcome = await writer.write([append, second]);
      expect(outcome).toMatchObject({
        done: true,
        results: [
          { id: append.id, value: 1 },
          { id: second.id, value: 2 },
        ],
      });
      expect(await sequences()).toEqual([
        [1, 1],
        [2, 2],
      ]);
    },
  );

  it('is written once when what comes after it cannot be written at first', async () => {
    proxy.cutAtCommit('after', { away: true });
    const append = work((transaction) => transaction.append(event(1)));
    expect(await writer.write([append])).toMatchObject({ done: false });
    proxy.restore();
    let isFull = true;
    const second = work((transaction) => {
      if (isFull) throw Object.assign(new Error('No space is left.'), { code: '53100' });
      return transaction.append(event(2));
    });
    const full = { done: false, fault: { kind: 'passing', code: '53100' } };
    expect(await writer.write([append, second])).toMatchObject(full);
    isFull = false;
    expect(await writer.write([append, second])).toMatchObject({
      done: true,
      results: [
        { id: append.id, value: 1 },
        { id: second.id, value: 2 },
      ],
      rows: [{ position: 1 }, { position: 2 }],
    });
    expect(await sequences()).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('with a fence is written only by the server on duty', async () => {
    await direct.use((connection) => connection.exec('UPDATE positions SET owner = 1'));
    const append = (fence?: number) => ({
      ...work((transaction) => transaction.append(event(1))),
      fence,
    });
    expect(await other.write([append(1), append()])).toMatchObject({ done: true });
    await direct.use((connection) => connection.exec('UPDATE positions SET owner = 2'));
    await expect(other.write([append(), append(1)])).rejects.toThrow(StoreTakenError);
    expect(await other.write([append()])).toMatchObject({ done: true });
    expect(await sequences()).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('ends when it is large or slow, and leaves the rest for the next one', async () => {
    const small = await createGroupWriter(direct, {
      id: 'a-small-one',
      limits: { statements: 4, ms: 60_000 },
    });
    const slow = await createGroupWriter(direct, {
      id: 'a-slow-one',
      limits: { statements: 1_000, ms: 0 },
    });
    const append = () => work((transaction) => transaction.append(event(1)));
    for (const [one, atLeast] of [
      [small, 2],
      [slow, 1],
    ] as const) {
      let left = Array.from({ length: 5 }, append);
      const ids: number[] = [];
      const expected = left.map(({ id }) => id);
      for (let groups = 0; left.length > 0; groups += 1) {
        expect(groups).toBeLessThan(expected.length);
        const outcome = await one.write(left);
        if (!outcome.done) throw new Error(outcome.fault.message);
        if (groups === 0) expect(outcome.results).toHaveLength(atLeast);
        ids.push(...outcome.results.map(({ id }) => id));
        left = left.filter(({ id }) => outcome.left.includes(id));
      }
      expect(ids).toEqual(expected);
      await one.close();
    }
    expect((await sequences()).map(([, sequence]) => sequence)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it('waits for its turn behind another server that waits already', async () => {
    const order: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let reportBegun = () => {};
    const begun = new Promise<void>((resolve) => {
      reportBegun = resolve;
    });
    const named = (name: string) =>
      work(async (transaction) => {
        order.push(name);
        if (name === 'first') {
          reportBegun();
          await held;
        }
        return transaction.append(event(name));
      });
    const waiting = () =>
      direct.use((connection) =>
        connection.get<{ count: number }>(
          `SELECT count(*) AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
        ),
      );
    const first = writer.write([named('first')]);
    await begun;
    const second = other.write([named('second')]);
    while ((await waiting())?.count !== 1) await nextTurn();
    release();
    await first;
    await Promise.all([writer.write([named('third')]), second]);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('over a slow network, two servers that always have something to write take turns', async () => {
    const limits = { statements: 12, ms: 1_000 };
    const far = [openPool(proxy.url, 2), openPool(proxy.url, 2)];
    const order: number[] = [];
    const writers = await Promise.all(
      far.map((one, at) => createGroupWriter(one, { id: `far-${at}`, limits })),
    );
    proxy.slowDown(5);
    const left = [0, 1].map((at) =>
      Array.from({ length: 24 }, () =>
        work((transaction) => transaction.append(event(`far-${at}`))),
      ),
    );
    const isDone = (at: number) => left[at]?.length === 0;
    await Promise.all(
      writers.map(async (one, at) => {
        while (!isDone(at)) {
          const outcome = await one.write(left[at] ?? []);
          if (!outcome.done) throw new Error(outcome.fault.message);
          if (!isDone(1 - at)) order.push(at);
          left[at] = left[at]?.filter(({ id }) => outcome.left.includes(id)) ?? [];
        }
      }),
    );
    proxy.slowDown(0);
    for (const one of far) await one.close();
    expect(order.length).toBeGreaterThan(4);
    // Who has just written waits behind who waits already.
    const inARow = order.map((at, index) =>
      order.slice(index, index + 3).every((one) => one === at) ? 3 : 1,
    );
    expect(Math.max(...inARow.slice(0, -2))).toBe(1);
    expect(await sequences()).toHaveLength(48);
  });

  it('a read is repeated over another connection', async () => {
    const through = createReading(pool, () => {});
    await through.get('SELECT 1 AS one');
    proxy.cutAll();
    expect(await through.get('SELECT 1 AS one')).toEqual({ one: 1 });
  });
});
