import { createManualClock } from '@countersign/bff/testing/manual-clock';
import {
  planner,
  plannerId,
  type Registry,
  route,
  startRegistry,
} from '@countersign/bff/testing/uap-harness';
import type { JsonObject } from '@countersign/json/json-object';
import type { Service } from '@countersign/uap/model/service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/* What the public registry does against its own contract, and this one does not; and what it does likewise. */
let registry: Registry;
beforeEach(async () => {
  registry = await startRegistry(createManualClock());
});
afterEach(() => registry.close());

const register = async (service: JsonObject): Promise<Service> => {
  const { status, text } = await registry.call('POST', '/services', service);
  expect(status).toBe(201);
  return JSON.parse(text) as Service;
};
const at = { protocol: 'http', host: '10.0.0.7', port: 80 };
const lease = { ephemeral: true, ephemeral_check: { check_type: 'TTL' } };
const acp = {
  ...{ ...at, ...lease, name: 'letters', agent_protocol: 'acp' },
  agent_info: { acp_agent_manifest: { name: 'letters', description: 'Writes letters' } },
};
const mcp = {
  ...{ ...at, ...lease, name: 'invoices', agent_protocol: 'mcp' },
  agent_info: { mcp_server_info: { tools: [{ name: 'bill', description: 'Writes invoices' }] } },
};

describe('an agent of ACP or MCP that describes itself', () => {
  it.each([
    ['acp', acp],
    ['mcp', mcp],
  ])('is registered, becomes unhealthy and is found (%s)', async (_, service) => {
    const { id, name } = await register(service);
    await registry.advance(30);
    expect(await registry.list()).toMatchObject([{ id, health_status: 'unhealthy' }]);
    const found = await registry.call('POST', '/api/v1/agents/search', { query: 'writes' });
    expect(JSON.parse(found.text)).toMatchObject([{ name, agent_info: service.agent_info }]);
  });
});

describe('a lease', () => {
  it('has 15, 30 and 60 seconds if it states none', async () => {
    expect(await register(acp)).toMatchObject({
      ephemeral_check: {
        ...{ renewal_interval: '15s', renewal_unhealthy_timeout: '30s' },
        renewal_delete_timeout: '60s',
      },
    });
  });

  it('can be renewed right after the registration', async () => {
    const { id } = await register(acp);
    expect((await registry.call('PUT', `/services/${id}/renewal`)).status).toBe(200);
  });

  it('that nobody asked for is none: the service stays, and there is nothing to renew', async () => {
    const { id } = await register({ ...acp, ephemeral_check: undefined });
    await registry.advance(600);
    expect(await registry.list()).toMatchObject([{ id, health_status: 'healthy' }]);
    expect((await registry.call('PUT', `/services/${id}/renewal`)).status).toBe(404);
  });
});

describe('a replacement', () => {
  // As the public registry has it: edits and leases know by it which registration they mean.
  it('counts as a registration made now', async () => {
    const { created_at: created } = await register(planner);
    await registry.advance(5);
    await registry.call('PATCH', `/services/${plannerId}`, planner);
    expect(await registry.list()).toMatchObject([
      { id: plannerId, created_at: created + 5_000, updated_at: created + 5_000 },
    ]);
  });

  it('of a route with a fault leaves the route that there was', async () => {
    await registry.call('POST', '/routes', route);
    const faulty = { ...route, service: 'other', protocols: [] };
    expect((await registry.call('PUT', '/routes/geo-route', faulty)).status).toBe(422);
    const list = JSON.parse((await registry.call('GET', '/routes')).text);
    expect(list).toMatchObject([{ service: 'geo-planner' }]);
  });
});

describe('a list', () => {
  it('is in order, has an index without waiting, and is never null', async () => {
    const empty = await registry.call('GET', '/routes');
    expect([empty.text, empty.index]).toEqual(['[]', '1415952421']);
    for (const name of ['c', 'a', 'b']) await register({ ...acp, name });
    const { text, index } = await registry.call('GET', '/services');
    expect(JSON.parse(text).map(({ name }: Service) => name)).toEqual(['a', 'b', 'c']);
    expect(index).not.toBe('0');
    expect((JSON.parse(text) as Service[]).map((one) => one.index)).not.toContain(0);
  });

  it('has no entry of the registry itself', async () => {
    expect(await registry.list()).toEqual([]);
  });
});

describe('an error', () => {
  it.each(['/services?wait=soon', '/services/x?index=1.5', '/routes?wait=-1', '/routes/none'])(
    'is all of the body: %s',
    async (path) => {
      const { status, text } = await registry.call('GET', path);
      expect(JSON.parse(text)).toEqual({ code: String(status), message: expect.any(String) });
    },
  );

  it('is JSON, whatever was sent', async () => {
    const sent = { ...acp, [`"}\n{"`]: 1, port: 0, tags: ['x'.repeat(10_000)] };
    const { status, text } = await registry.call('POST', '/services', sent);
    expect(JSON.parse(text)).toMatchObject({ code: String(status) });
    expect(status).toBe(422);
  });
});

describe('a search', () => {
  it('needs no number of results, and returns neither nulls nor what is not relevant', async () => {
    await register(planner);
    await register(acp);
    for (const more of [{}, { min_relevance_score: 0.3 }, { top_k: 100 }]) {
      const sent = { query: 'fastest route', ...more };
      const { status, text } = await registry.call('POST', '/api/v1/agents/search', sent);
      expect([status, JSON.parse(text).map((one: Service | null) => one?.name)]).toEqual([
        200,
        ['geo-planner'],
      ]);
    }
  });
});
