import {
  checkedServiceSchema,
  registryLeasesSchema,
  serviceHistorySchema,
} from '@countersign/api/registry';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import type { JsonObject } from '@countersign/json/json-object';
import { serviceId } from '@countersign/uap/model/ids';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';

let harness: Harness;
afterEach(() => harness.close());

const planner: JsonObject = {
  ...{ ephemeral: true, name: 'geo-planner', protocol: 'https', host: '10.0.0.5', port: 8443 },
  ephemeral_check: { check_type: 'TTL' },
};
const plannerId = serviceId({ name: 'geo-planner', host: '10.0.0.5', port: 8443 });

const registered = z.object({ registeredAt: z.number() });

async function started() {
  const clock = createManualClock();
  harness = await startHarness({ clock });
  const { request, services } = harness;
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: JsonObject) =>
    request(method, `/api/registry/${path}`, body);
  const advance = async (seconds: number) => {
    clock.advance(seconds * 1_000);
    await services.serviceRegistry.idle();
  };
  const history = async () =>
    serviceHistorySchema.parse((await ask('GET', `services/${plannerId}/history`)).body).items;
  return { ask, advance, history, clock };
}

it('an entry is checked without being stored, and its defaults are shown', async () => {
  const { ask } = await started();
  const check = async (entry: JsonObject, id?: string) =>
    checkedServiceSchema.parse(
      (await ask('POST', 'check', { entry, ...(id === undefined ? {} : { id }) })).body,
    );
  const { faults } = await check({ ...planner, host: 'localhost', port: 0 });
  expect(faults.map(({ path }) => path).toSorted()).toEqual(['/host', '/port']);
  expect(await check(planner)).toMatchObject({
    ...{ faults: [], id: plannerId, existing: null, before: null },
    after: { retries: 5, ephemeral_check: { renewal_delete_timeout: '60s' } },
  });
  const { body } = await ask('GET', 'services');
  expect(body.items).toEqual([]);

  await ask('POST', 'services', { entry: planner });
  expect(await check(planner)).toMatchObject({ existing: { id: plannerId } });
  const own = await check({ ...planner, path: '/v2' }, plannerId);
  expect(own).toMatchObject({ existing: null, before: { path: '' }, after: { path: '/v2' } });
  // What the registry adds is no difference.
  expect(Object.keys(own.before ?? {}).toSorted()).toEqual(
    Object.keys(own.after ?? {})
      .filter((name) => name !== 'health_status')
      .toSorted(),
  );
});

it('an address of a description is not fetched by a check', async () => {
  const { ask } = await started();
  const entry = { ...planner, agent_protocol: 'a2a', agent_info_url: 'http://127.0.0.1:9/card' };
  const checked = checkedServiceSchema.parse((await ask('POST', 'check', { entry })).body);
  expect(checked.faults).toEqual([]);
  expect(await ask('POST', 'services', { entry })).toMatchObject({
    ...{ status: 400, body: { errors: [{ path: '/agent_info_url' }] } },
  });
});

it('a service that is registered already is not registered twice: it is renewed', async () => {
  const { ask, advance } = await started();
  expect(await ask('POST', 'services', { entry: planner })).toMatchObject({
    ...{ status: 201, body: { id: plannerId, registeredBy: 'admin' } },
  });
  await advance(20);
  expect(await ask('POST', 'services', { entry: planner })).toMatchObject({
    ...{ status: 409, body: { type: expect.stringMatching(/service-exists$/) } },
  });
  const leases = async () => registryLeasesSchema.parse((await ask('GET', 'leases')).body);
  expect(await leases()).toMatchObject({ renewed: 0, late: 1, unhealthy: 0 });
  expect((await ask('POST', `services/${plannerId}/renewal`)).status).toBe(204);
  expect(await leases()).toMatchObject({ renewed: 1, late: 0, items: [{ id: plannerId }] });
});

it('a service is replaced as it was shown, and not if it has changed since', async () => {
  const { ask, clock } = await started();
  const { registeredAt } = registered.parse(
    (await ask('POST', 'services', { entry: planner })).body,
  );
  clock.advance(1_000);
  const replace = (entry: JsonObject, at: number) =>
    ask('PUT', `services/${plannerId}`, { entry, registeredAt: at });
  const first = await replace({ ...planner, path: '/v2' }, registeredAt);
  expect(first).toMatchObject({ status: 200, body: { address: 'https://10.0.0.5:8443/v2' } });
  expect(await replace({ ...planner, path: '/v3' }, registeredAt)).toMatchObject({
    ...{ status: 409, body: { type: expect.stringMatching(/service-changed$/) } },
  });
  // Another port is another service: none is left under the old id.
  const moved = await replace({ ...planner, port: 9 }, registered.parse(first.body).registeredAt);
  expect(moved.status).toBe(200);
  expect((await ask('GET', `services/${plannerId}`)).status).toBe(404);
  expect((await ask('DELETE', `services/${moved.body.id}`)).status).toBe(204);
  expect((await ask('DELETE', `services/${moved.body.id}`)).status).toBe(404);
});

it('the leases that end soonest come first', async () => {
  const { ask, advance } = await started();
  await ask('POST', 'services', { entry: planner });
  await advance(10);
  await ask('POST', 'services', { entry: { ...planner, port: 8444 } });
  await ask('POST', 'services', { entry: { ...planner, port: 8445, ephemeral: false } });
  await advance(22);
  const { items, ...counts } = registryLeasesSchema.parse((await ask('GET', 'leases')).body);
  expect(items.map(({ address }) => address)).toEqual([
    ...['https://10.0.0.5:8443', 'https://10.0.0.5:8444'],
  ]);
  expect(counts).toEqual({ renewed: 0, late: 1, unhealthy: 1 });
});

it('what becomes of a service is kept, also when it is gone', async () => {
  const { ask, advance, history } = await started();
  const { registeredAt } = registered.parse(
    (await ask('POST', 'services', { entry: planner })).body,
  );
  await ask('PUT', `services/${plannerId}`, { entry: planner, registeredAt });
  await advance(31);
  await ask('POST', `services/${plannerId}/renewal`);
  await harness.services.serviceRegistry.idle();
  await advance(31);
  await advance(30);
  expect((await history()).map(({ action, by }) => `${by} ${action}`)).toEqual([
    'registry service:expire',
    'registry service:unhealthy',
    'registry service:healthy',
    'registry service:unhealthy',
    'admin service:replace',
    'admin service:register',
  ]);
  expect((await ask('GET', `services/${plannerId}`)).status).toBe(404);
});
