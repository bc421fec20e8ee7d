import type { RegistryDetail, RegistryHits, RegistryList } from '@countersign/api/registry';
import { adminToken, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import type { JsonObject } from '@countersign/json/json-object';
import { serviceId } from '@countersign/uap/model/ids';
import { afterEach, expect, it } from 'vitest';

let harness: Harness;
afterEach(() => harness.close());

const planner: JsonObject = {
  ...{ ephemeral: true, name: 'geo-planner', protocol: 'https', host: '10.0.0.5', port: 8443 },
  ephemeral_check: { check_type: 'TTL' },
  agent_protocol: 'a2a',
  agent_info: {
    a2a_agent_card: {
      ...{ name: 'Geo planner', description: 'Plans routes' },
      ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['application/json'] },
      skills: [{ id: 'r', name: 'Route', description: 'Fastest route between stops', tags: [] }],
    },
  },
};
const plannerId = serviceId({ name: 'geo-planner', host: '10.0.0.5', port: 8443 });

async function started() {
  const clock = createManualClock();
  harness = await startHarness({ clock });
  const { request, services } = harness;
  await request('POST', '/api/uap/services', planner);
  await request('POST', '/api/uap/services', { ...planner, port: 8444 });
  await request('POST', '/api/uap/services', {
    ...{ name: 'ledger', protocol: 'http', host: 'tools.acme.example', port: 80 },
  });
  const read = async <Answer>(path: string, query?: string) => {
    const answer = await harness.app.inject({
      url: `/api/registry/${path}`,
      headers: { host: '127.0.0.1', authorization: `Bearer ${adminToken}` },
      ...(query === undefined ? {} : { method: 'POST', payload: { query } }),
    });
    return answer.json<Answer>();
  };
  const list = (q = '') => read<RegistryList>(`services?q=${q}`);
  const advance = async (seconds: number) => {
    clock.advance(seconds * 1_000);
    await services.serviceRegistry.idle();
  };
  return { request, read, list, advance, clock };
}

it('lists services with their leases, which time ends and a renewal begins again', async () => {
  const { request, list, advance, clock } = await started();
  const first = async () => (await list()).items.find(({ id }) => id === plannerId);
  expect(await list()).toMatchObject({ found: 3, all: 3, unhealthy: 0 });
  expect(await first()).toMatchObject({
    ...{ name: 'geo-planner', address: 'https://10.0.0.5:8443', instances: 2, health: 'healthy' },
    lease: { phase: 'renewed', endsAt: clock.now() + 60_000, lengthMs: 60_000 },
  });
  await advance(20);
  expect((await first())?.lease).toMatchObject({ phase: 'late', endsAt: clock.now() + 40_000 });
  await request('PUT', `/api/uap/services/${plannerId}/renewal`);
  expect((await first())?.lease).toMatchObject({ phase: 'renewed', endsAt: clock.now() + 60_000 });
  await advance(35);
  expect(await first()).toMatchObject({ health: 'unhealthy', lease: { phase: 'unhealthy' } });
  expect(await list()).toMatchObject({ all: 3, unhealthy: 2 });
  await advance(10);
  expect(await list()).toMatchObject({ all: 2, unhealthy: 1 });
});

it('does not call a service healthy that nobody checks', async () => {
  const { list } = await started();
  expect((await list('LEDG')).items).toMatchObject([
    { name: 'ledger', health: 'unchecked', lease: null, registeredBy: 'admin' },
  ]);
});

it('filters by name, host, protocol and registrant', async () => {
  const { list } = await started();
  const names = async (q: string) => (await list(q)).items.map(({ name }) => name);
  expect(await names('acme.example:80')).toEqual(['ledger']);
  expect(await names('a2a')).toEqual(['geo-planner', 'geo-planner']);
  expect(await names('admin')).toHaveLength(3);
  expect(await list('nothing')).toEqual({ items: [], found: 0, all: 3, unhealthy: 0 });
});

it('shows what an agent says, its other instances, and the entry as it is', async () => {
  const { request, read } = await started();
  const detail = await read<RegistryDetail>(`services/${plannerId}`);
  expect(detail).toMatchObject({
    service: { id: plannerId },
    profile: { name: 'Geo planner', skills: [{ name: 'Route' }], streaming: null },
    others: [{ address: 'https://10.0.0.5:8444' }],
  });
  expect(JSON.parse(detail.json)).toMatchObject({ id: plannerId, port: 8443 });
  const unknown = await request('GET', '/api/registry/services/none');
  expect(unknown).toMatchObject({ status: 404, body: { statement: { code: 'service.unknown' } } });
});

it('finds agents by words, with score, reason and method', async () => {
  const { request, read } = await started();
  const { items } = await read<RegistryHits>('search', 'fastest route');
  expect(items[0]).toMatchObject({
    service: { name: 'geo-planner' },
    description: 'Plans routes',
    method: 'lexical',
  });
  expect(items[0]?.reasons).toContainEqual({
    field: 'skills',
    text: 'Fastest route between stops',
  });
  for (const query of ['   ', '🚀🎉']) {
    expect(await request('POST', '/api/registry/search', { query })).toMatchObject({
      status: 400,
      body: {
        detail: 'There is nothing in it to search for. Describe in words what an agent can do.',
        statement: { code: 'registry.search-empty' },
        errors: [{ path: '/query', statement: { code: 'uap.empty-query' } }],
      },
    });
  }
  expect(
    await request('POST', '/api/registry/search', { query: 'way '.repeat(1_250) }),
  ).toMatchObject({
    status: 400,
    body: {
      detail: 'A search has at most 2000 characters.',
      statement: { code: 'registry.search-too-long', params: { limit: 2_000 } },
    },
  });
});
