import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import type { JsonObject } from '@countersign/json/json-object';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const path = '/api/gateway/policies/to-painter';
const engines = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

describe.each(engines)('two administrators of one policy, on %s', (engine) => {
  let database: TestDatabase | null = null;
  let gateway: GatewayHarness;
  /** On PostgreSQL another server on the same database. */
  let other: GatewayHarness;
  beforeEach(async () => {
    database = engine === 'postgres' ? await createDatabase() : null;
    const options = database === null ? {} : { databaseUrl: database.url };
    gateway = await startGatewayHarness(options);
    other = database === null ? gateway : await startGatewayHarness(options);
    await gateway.open(await gateway.servePainter());
    // It learns of the route a moment later.
    const { routes } = other.services.serviceRegistry;
    await vi.waitUntil(() => routes.list().length > 0, { timeout: 20_000 });
  }, startMs);
  afterEach(async () => {
    if (other !== gateway) await other.close();
    await gateway.close();
    await database?.drop();
  });
  const read = async () => {
    const { body } = await gateway.request('GET', '/api/gateway/policies');
    const [item] = body['items'];
    return { ...item } as JsonObject;
  };
  /** What an administrator sends who has seen the policy as it is. */
  const look = async () => {
    const { route: _, service: __, ...seen } = await read();
    return seen;
  };

  it('the second, who has not seen what the first has saved, is refused and changes nothing', async () => {
    const seen = await look();
    const first = await gateway.request('PUT', path, { ...seen, callsPerMinute: 5 });
    expect(first.status).toBe(200);
    const second = await gateway.request('PUT', path, { ...seen, approval: true });
    expect(second).toMatchObject({
      status: 409,
      body: { policy: { callsPerMinute: 5, approval: false, version: first.body['version'] } },
    });
    expect(await read()).toMatchObject({ callsPerMinute: 5, approval: false });
    const { version } = first.body;
    const both = { ...seen, callsPerMinute: 5, approval: true, version };
    expect((await gateway.request('PUT', path, both)).status).toBe(200);
    await gateway.request('DELETE', path);
    expect(await gateway.request('PUT', path, both)).toMatchObject({
      status: 409,
      body: { policy: null },
    });
    expect((await gateway.request('PUT', path, { ...both, version: null })).status).toBe(200);
    expect((await gateway.request('PUT', path, { ...both, version: null })).status).toBe(409);
  });

  it('a route that was led elsewhere since it was seen gets no policy for where it leads now', async () => {
    const seen = await look();
    const led = { service: 'other', agentProtocol: '' };
    expect((await other.request('PUT', '/api/gateway/routes/to-painter', led)).status).toBe(200);
    const saved = await gateway.request('PUT', path, { ...seen, service: 'painter' });
    expect(saved).toMatchObject({
      status: 409,
      body: { statement: { code: 'gateway.route-led', params: { service: 'other' } } },
    });
    expect(await read()).toMatchObject({ service: 'painter' });
    expect((await gateway.request('PUT', path, { ...seen, service: 'other' })).status).toBe(200);
  });

  it('of two who save at once, one is refused', async () => {
    const seen = await look();
    const answers = await Promise.all([
      gateway.request('PUT', path, { ...seen, callsPerMinute: 5 }),
      other.request('PUT', path, { ...seen, callsPerMinute: 7 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [won] = answers.filter(({ status }) => status === 200);
    expect(await read()).toEqual(won?.body);
  });

  it('who removes another version than was seen is refused, and removes nothing', async () => {
    const seen = await look();
    const { body } = await other.request('PUT', path, { ...seen, callsPerMinute: 5 });
    expect(await gateway.request('DELETE', `${path}?version=${seen['version']}`)).toMatchObject({
      status: 409,
      body: { policy: { callsPerMinute: 5, version: body['version'] } },
    });
    expect(await read()).toMatchObject({ callsPerMinute: 5 });
    const current = `${path}?version=${body['version']}`;
    expect((await gateway.request('DELETE', current)).status).toBe(204);
    expect((await gateway.request('DELETE', current)).status).toBe(404);
  });
});
