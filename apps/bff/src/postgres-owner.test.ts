import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { competeForDuty, type DutyLease } from './store/postgres/duty-lease.ts';
import { startChildServer } from './testing/child-server.ts';
import { startCuttingProxy } from './testing/cutting-proxy.ts';
import { type Harness, startHarness } from './testing/harness.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from './testing/postgres.ts';

const takenOver = /another server has taken over the duty/;
const lostAfterMs = 1_000;
const patience = { timeout: 20_000 };

describe.runIf(hasPostgres)('the duty of one of several servers', () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
  const ends: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    database = await createDatabase();
    proxy = await startCuttingProxy(database.url);
  }, startMs);
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await proxy.close();
    await database.drop();
  });
  const start = async (databaseUrl: string, report = () => {}): Promise<Harness> => {
    const harness = await startHarness({ databaseUrl, leaseMs: lostAfterMs, report });
    ends.push(() => harness.close());
    return harness;
  };
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  };
  const compete = async (server: string, url = database.url) => {
    const news: string[] = [];
    const lease = await competeForDuty({
      url,
      server,
      lostAfterMs,
      onTaken: () => news.push('taken'),
      onLost: () => news.push('lost'),
      onError: () => {},
    });
    return { ...lease, news } satisfies DutyLease & { news: string[] };
  };

  it('has one server, and the next one when that has released it', async () => {
    const first = await compete('first');
    const second = await compete('second');
    expect([first.number(), second.number()]).toEqual([1, null]);
    await first.release();
    second.look();
    await vi.waitUntil(() => second.number() === 2, patience);
    await second.release();
    expect(await query('SELECT owner FROM positions')).toEqual([{ owner: '2' }]);
  });

  it('is taken over from a server that is silent, which is told when it is back', async () => {
    const first = await compete('first', proxy.url);
    const second = await compete('second');
    proxy.goAway();
    await vi.waitUntil(() => second.number() === 2, patience);
    expect(first.news).toEqual(['taken']);
    proxy.restore();
    await vi.waitUntil(() => first.news.includes('lost'), patience);
    await second.release();
    await first.release();
  });

  it('stays where it is when the database was away from all servers', async () => {
    const first = await compete('first', proxy.url);
    const second = await compete('second', proxy.url);
    proxy.goAway();
    // Longer than the lease, with nobody who could have renewed it.
    await new Promise((resolve) => setTimeout(resolve, 2 * lostAfterMs));
    proxy.restore();
    const [before] = await query('SELECT beats FROM leases');
    await vi.waitUntil(
      async () => (await query('SELECT beats FROM leases'))[0]?.beats > Number(before?.beats) + 5,
      patience,
    );
    expect([first.number(), second.number()]).toEqual([1, null]);
    expect(first.news).toEqual(['taken']);
    await second.release();
    await first.release();
  });

  it('is written for by nobody who had it before, which ends', async () => {
    const harness = await start(database.url);
    await query('UPDATE positions SET owner = owner + 1');
    const { journal, dispatcher } = harness.services;
    dispatcher.wake();
    expect((await journal.died).message).toMatch(takenOver);
  }, 60_000);

  it('ends the process of such a server, which says why', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'countersign-'));
    const server = await startChildServer(directory, [], { DATABASE_URL: database.url });
    await query('UPDATE leases SET owner = owner + 1');
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(takenOver);
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);

  it('is looked at again after its connection was lost, with a line in the log of the server', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'countersign-'));
    const server = await startChildServer(directory, [], { DATABASE_URL: proxy.url });
    proxy.cutAll();
    await expect
      .poll(server.output, patience)
      .toMatch(/"level":"(?:warn|error)".*The lease of the duty could not be looked at\./);
    expect(await server.kill('SIGTERM')).toBe(0);
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);

  it('leaves no connection behind if a server cannot start', async () => {
    await query('ALTER TABLE positions DROP COLUMN head');
    await expect(startHarness({ databaseUrl: database.url })).rejects.toThrow('cannot be opened');
    const left = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'countersign%'`;
    await vi.waitUntil(async () => (await query(left)).length === 0, patience);
  }, 60_000);
});
