import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import type { JsonObject } from '@countersign/json/json-object';
import { serviceId } from '@countersign/uap/model/ids';
import { afterEach, expect, it } from 'vitest';

let harness: Harness;
afterEach(() => harness.close());

const registrantToken = 'token-of-registrants-A1b2C3';
const painter: JsonObject = {
  ...{ ephemeral: true, name: 'painter', protocol: 'http', host: '10.0.0.7', port: 80 },
  ephemeral_check: { check_type: 'TTL' },
};
const painterPath = `/api/uap/services/${serviceId({ name: 'painter', host: '10.0.0.7', port: 80 })}`;
const search = { query: 'painter' };

/** Calls with a token; two registrants: that of the setting, and one that an administrator added. */
async function started() {
  harness = await startHarness({ registrantToken });
  const { body } = await harness.request('POST', '/api/operators', {
    ...{ id: 'other-crew', name: 'Other crew', role: 'registrant' },
  });
  const as =
    (token: string) =>
    async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, sent?: unknown) => {
      const authorization = `Bearer ${token}`;
      return (await harness.request(method, path, sent, { authorization })).status;
    };
  return { crew: as(registrantToken), other: as(String(body.token)) };
}

it('registers, renews, replaces, searches, lists and removes its own services', async () => {
  const { crew } = await started();
  expect(await crew('POST', '/api/uap/services', painter)).toBe(201);
  expect(await crew('PUT', `${painterPath}/renewal`)).toBe(200);
  expect(await crew('PATCH', painterPath, { ...painter, tags: ['wall'] })).toBe(201);
  expect(await crew('POST', '/api/uap/api/v1/agents/search', search)).toBe(200);
  expect(await crew('GET', '/api/uap/services')).toBe(200);
  expect(harness.services.serviceRegistry.services()).toMatchObject([
    { name: 'painter', registered_by: 'registrant', tags: ['wall'] },
  ]);
  expect(await crew('DELETE', painterPath)).toBe(204);
  expect(harness.services.serviceRegistry.services()).toEqual([]);
});

it('may do nothing with the services of others', async () => {
  const { crew, other } = await started();
  await crew('POST', '/api/uap/services', painter);
  const hijacked = { ...painter, path: '/elsewhere' };
  expect(await other('PUT', `${painterPath}/renewal`)).toBe(403);
  expect(await other('PATCH', painterPath, hijacked)).toBe(403);
  expect(await other('DELETE', painterPath)).toBe(403);
  expect(await other('POST', '/api/uap/services', hijacked)).toBe(409);
  expect(harness.services.serviceRegistry.services()).toMatchObject([{ path: '' }]);
});

it('keeps its service when an operator changes it', async () => {
  const { crew } = await started();
  await crew('POST', '/api/uap/services', painter);
  await harness.request('PATCH', painterPath, { ...painter, tags: ['mine'] });
  expect(await crew('PUT', `${painterPath}/renewal`)).toBe(200);
});

it('changes no routes, reads nothing else, and cannot sign in', async () => {
  const { crew, other } = await started();
  const route = { name: 'a', service: 'painter', protocols: ['http'] };
  expect(await crew('POST', '/api/uap/routes', route)).toBe(403);
  expect(await crew('GET', '/api/uap/routes')).toBe(403);
  expect(await other('GET', '/api/me')).toBe(403);
  expect(await crew('GET', '/api/tasks')).toBe(403);
  const session = await harness.request('POST', '/api/session', { token: registrantToken });
  expect([session.status, session.headers['set-cookie']]).toEqual([403, undefined]);
});

it('is a fixed name, which nobody else can have', async () => {
  await started();
  const same = { id: 'registrant', name: 'Me', role: 'admin' };
  expect((await harness.request('POST', '/api/operators', same)).status).toBe(409);
  expect((await harness.request('DELETE', '/api/operators/registrant')).status).toBe(403);
});
