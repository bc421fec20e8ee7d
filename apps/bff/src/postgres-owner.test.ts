import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administrator } from '@countersign/server/guard/fixed-operators';
import { competeForDuty, type DutyLease } from '@countersign/server/store/postgres/duty-lease';
import { serviceId } from '@countersign/uap/model/ids';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startChildServer } from './testing/child-server.ts';
import { startCuttingProxy } from './testing/cutting-proxy.ts';
import { type Harness, startHarness } from './testing/harness.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from './testing/postgres.ts';

/** Registers a service with a lease of a minute; returns its id. */
async function registerPlanner(harness: Harness): Promise<string> {
  const place = { name: 'geo-planner', host: '10.0.0.5', port: 8443 };
  const { status } = await harness.request('POST', '/api/uap/services', {
    ...{ ...place, ephemeral: true, protocol: 'https', ephemeral_check: { check_type: 'TTL' } },
  });
  expect(status).toBe(201);
  return serviceId(place);
}

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

  it('is taken over from a server that is silent, which learns of it when it is back', async () => {
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

  it('is not taken by a server that is being stopped', async () => {
    const first = await compete('first');
    const second = await compete('second');
    second.decline();
    await first.release();
    second.look();
    const third = await compete('third');
    expect([second.number(), third.number()]).toEqual([null, 2]);
    await second.release();
    await third.release();
  });

  it('is declined by a server as soon as that is stopping', async () => {
    const first = await start(database.url);
    const second = await start(database.url);
    const closing = second.close();
    ends.pop();
    await first.close();
    ends.pop();
    await closing;
    expect(await query('SELECT owner FROM positions')).toEqual([{ owner: '1' }]);
  }, 60_000);

  it('is taken in one statement: a server that is stopped after a part of it would hold the lock of all writes', async () => {
    await query(`CREATE FUNCTION in_one() RETURNS trigger AS $$ BEGIN
      IF current_query() !~ 'FROM positions .*FOR UPDATE.*UPDATE positions' THEN RAISE EXCEPTION '%', current_query(); END IF;
      RETURN NEW; END $$ LANGUAGE plpgsql`);
    await query(
      'CREATE TRIGGER in_one BEFORE UPDATE OF owner ON leases FOR EACH ROW EXECUTE FUNCTION in_one()',
    );
    const first = await compete('first');
    expect(first.number()).toBe(1);
    await first.release();
  });

  it('is taken after the group that is being written, whose head stays', async () => {
    const group = new pg.Client({ connectionString: database.url });
    await group.connect();
    await group.query('BEGIN');
    await group.query('UPDATE positions SET head = 41 WHERE id = 1');
    const competing = compete('first');
    await vi.waitUntil(
      async () =>
        (
          await query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
          AND datname = current_database()`)
        ).length > 0,
      patience,
    );
    await group.query('COMMIT');
    await group.end();
    const first = await competing;
    expect(first.number()).toBe(1);
    expect(await query('SELECT owner, head FROM positions')).toEqual([{ owner: '1', head: '41' }]);
    await first.release();
  });

  it('of ending leases of services is that of its server: one that was stopped ends none', async () => {
    const clock = createManualClock();
    const harness = await startHarness({ clock, databaseUrl: database.url, report() {} });
    ends.push(() => harness.close());
    await registerPlanner(harness);
    await query('UPDATE positions SET owner = owner + 1');
    // It was renewed at the server that has the duty now.
    clock.advance(61_000);
    expect((await harness.services.journal.died).message).toMatch(takenOver);
    expect(await query(`SELECT 1 FROM uap_entries WHERE kind = 'service'`)).toHaveLength(1);
  }, 60_000);

  it('ends no lease because the database was away, or words of other servers were missed', async () => {
    const clock = createManualClock();
    const reports: string[] = [];
    const harness = await startHarness({
      ...{ clock, databaseUrl: proxy.url },
      report: (what) => reports.push(what),
    });
    ends.push(() => harness.close());
    const id = await registerPlanner(harness);
    const { journal, serviceRegistry } = harness.services;
    const gap = () => new Promise<void>((resolve) => journal.others.onGap(resolve));
    const afterOutage = gap();
    proxy.goAway();
    clock.advance(61_000);
    await vi.waitUntil(
      () => reports.includes('The health of services was not recorded.'),
      patience,
    );
    expect(serviceRegistry.service(id)).not.toBeNull();
    proxy.restore();
    await afterOutage;
    expect(await serviceRegistry.renew(id, administrator)).toBe('renewed');

    clock.advance(29_000);
    const afterCut = gap();
    proxy.cutAll();
    await afterCut;
    // Perhaps it was renewed elsewhere just then.
    clock.advance(29_000);
    await serviceRegistry.idle();
    expect(serviceRegistry.service(id)?.health_status).toBe('healthy');
    clock.advance(31_000);
    await serviceRegistry.idle();
    expect(await query(`SELECT 1 FROM uap_entries WHERE kind = 'service'`)).toEqual([]);
    expect(serviceRegistry.service(id)).toBeNull();
  }, 60_000);

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
      .toMatch(/"level":"(?:warn|error)".*The lease of the duty could not be checked\./);
    expect(await server.kill('SIGTERM')).toBe(0);
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);

  it('is waited for by a server that starts while the database is away', async () => {
    proxy.goAway();
    const said: string[] = [];
    let harness: Harness | null = null;
    const starting = startHarness({
      databaseUrl: proxy.url,
      report: (what: string) => said.push(what),
    }).then((started) => {
      harness = started;
    });
    await vi.waitUntil(() => said.length > 0, patience);
    expect(said).toEqual(['The database does not answer: this server waits for it.']);
    expect(harness).toBeNull();
    proxy.restore();
    await starting;
    await (harness as Harness | null)?.close();
  }, 60_000);

  it('leaves no connection behind if a server cannot start', async () => {
    await query('ALTER TABLE positions DROP COLUMN head');
    await expect(startHarness({ databaseUrl: database.url })).rejects.toThrow('cannot be opened');
    const left = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'countersign%'`;
    await vi.waitUntil(async () => (await query(left)).length === 0, patience);
  }, 60_000);
});
