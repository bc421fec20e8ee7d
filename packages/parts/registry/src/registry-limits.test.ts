import { join } from 'node:path';
import {
  planner,
  type Registry,
  route,
  startRegistry,
  tools,
} from '@countersign/bff/testing/uap-harness';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { afterEach, expect, it } from 'vitest';

let own: Registry | null = null;
afterEach(async () => {
  await own?.close();
  own = null;
});

/** A registry that has so many entries of a kind: its first one, repeated under other ids. */
async function filled(kind: 'service' | 'route', path: string, entry: object, count: number) {
  own = await startRegistry();
  await own.call('POST', path, entry);
  await own.close('keep-directory');
  const { directory } = own;
  const store = openDatabase(join(directory, 'countersign.db'), 'write');
  const key = kind === 'service' ? '$.port' : '$.name';
  store.run(
    `INSERT INTO uap_entries(kind, id, body, place)
     WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
     SELECT kind, id || '-' || number, json_set(body, '$.id', id || '-' || number, ?,
       CASE kind WHEN 'service' THEN number ELSE 'route-' || number END), place
     FROM uap_entries, numbers WHERE kind = ?`,
    ...[count - 1, key, kind],
  );
  store.close();
  own = await startRegistry(undefined, directory);
  return own;
}

it('a registry with 20,000 services takes no other one, replaces those that it has, and takes one after a removal', async () => {
  const { call, list } = await filled('service', '/services', planner, 20_000);
  const all = await list();
  expect(all).toHaveLength(20_000);
  const refused = await call('POST', '/services', tools);
  expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/20,?000|full/)]);
  expect((await list()).some(({ name }) => name === 'billing-tools')).toBe(false);
  expect((await call('PATCH', `/services/${all[0]?.id}`, planner)).status).toBe(201);
  expect((await call('DELETE', `/services/${all[1]?.id}`)).status).toBe(204);
  expect((await call('POST', '/services', tools)).status).toBe(201);
  expect((await call('POST', '/services', { ...tools, port: 81 })).status).toBe(422);
});

it('a registry with 5,000 routes takes no other one, replaces those that it has, and takes one after a removal', async () => {
  const { call } = await filled('route', '/routes', route, 5_000);
  const other = { ...route, name: 'one-more' };
  const refused = await call('POST', '/routes', other);
  expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/5,?000|full/)]);
  expect((await call('GET', '/routes/one-more')).status).toBe(404);
  expect((await call('PUT', `/routes/${route.name}`, route)).status).toBe(201);
  expect((await call('DELETE', `/routes/${route.name}`)).status).toBe(204);
  expect((await call('POST', '/routes', other)).status).toBe(201);
});
