import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdDatabase } from './store/postgres/server-lock.ts';
import { startChildServer } from './testing/child-server.ts';
import { startCuttingProxy } from './testing/cutting-proxy.ts';
import { type Harness, startHarness } from './testing/harness.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from './testing/postgres.ts';

const patience = { forMs: 10_000, everyMs: 10 };
const takenOver = /another server has taken over the database/;

describe.runIf(hasPostgres)('the database of one server', () => {
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
  const start = async (databaseUrl: string, reports: string[] = []): Promise<Harness> => {
    const harness = await startHarness({
      databaseUrl,
      report: (what) => reports.push(what),
    });
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
  const ann = { id: 'ann', name: 'Ann', role: 'operator' };

  it('is written by nobody who was its owner before, which ends', async () => {
    const harness = await start(database.url);
    await query('UPDATE positions SET owner = owner + 1');
    expect((await harness.request('POST', '/api/operators', ann)).status).toBe(503);
    expect((await harness.services.journal.died).message).toMatch(takenOver);
    expect(await query(`SELECT id FROM operators WHERE id = 'ann'`)).toEqual([]);
  }, 60_000);

  it('is left by the process of such a server, which says why', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'countersign-'));
    const server = await startChildServer(directory, [], { DATABASE_URL: database.url });
    await query('UPDATE positions SET owner = owner + 1');
    await server.request('/api/operators', ann).catch(() => {});
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(takenOver);
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);

  it('is lost with a line in the log of the server', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'countersign-'));
    const server = await startChildServer(directory, [], { DATABASE_URL: proxy.url });
    proxy.cutAll();
    await expect
      .poll(server.output, { timeout: 30_000 })
      .toMatch(/"level":"(?:warn|error)".*The lock of the database was lost; it is taken again\./);
    await server.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);

  it('is taken over from a server that has lost it, which reports that and ends', async () => {
    const reports: string[] = [];
    const first = await start(proxy.url, reports);
    proxy.goAway();
    const second = await start(database.url);
    proxy.restore();
    expect((await first.services.journal.died).message).toMatch(takenOver);
    expect(reports).toContain('The lock of the database was lost; it is taken again.');
    expect((await second.request('POST', '/api/operators', ann)).status).toBe(201);
  }, 60_000);

  /** The session that has the lock of the database. */
  const holder = async (): Promise<number | undefined> => {
    const [lock] = await query(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return lock?.pid;
  };

  it('is kept by a server whose connection was lost', async () => {
    const harness = await start(proxy.url);
    const before = await holder();
    proxy.cutAll();
    const written = () => harness.request('POST', '/api/operators', ann);
    while ((await written()).status !== 409);
    while ([before, undefined].includes(await holder()));
  }, 60_000);

  it('is released by a server that ends while it takes it again', async () => {
    const held = await holdDatabase(proxy.url, { patience });
    proxy.goAway();
    while ((await holder()) !== undefined);
    const again = proxy.nextConnection();
    proxy.restore();
    await again;
    await held.release();
    const next = await holdDatabase(database.url, { patience: { ...patience, forMs: 2_000 } });
    await next.release();
  }, 60_000);

  it('is released by a server that cannot start on it', async () => {
    await query('ALTER TABLE positions DROP COLUMN head');
    await expect(startHarness({ databaseUrl: database.url })).rejects.toThrow('cannot be opened');
    const next = await holdDatabase(database.url, { patience });
    await next.release();
    while (
      (
        await query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'countersign%'`,
        )
      ).length > 0
    );
  }, 60_000);
});
