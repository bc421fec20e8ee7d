import { type Crowd, startCrowd } from '@countersign/bff/testing/prompt-crowd';
import { afterEach, expect, it } from 'vitest';

let crowd: Crowd;
afterEach(() => crowd?.close());
type Signed = { authorization: string };
const request = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  by: Signed,
  body?: unknown,
) => crowd.harness.request(method, path, body, by);
const names = async (by: Signed) =>
  (await request('GET', '/api/views', by)).body.items.map((view: { name: string }) => view.name);
const view = { name: 'Night', shared: false, search: { turn: 'mine', severity: 'critical' } };

it('belongs to its owner until it is shared, and is changed by its owner or an administrator', async () => {
  crowd = await startCrowd();
  const { ann, bob } = await crowd.join(['ann', 'bob']);
  const { root } = await crowd.join(['root'], 'admin');
  const created = await request('POST', '/api/views', ann, view);
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ ...view, owner: 'ann', ownerName: 'ann' });
  const path = `/api/views/${created.body.id}`;
  expect(await names(ann)).toEqual(['Night']);
  expect(await names(bob)).toEqual([]);
  // An operator who may not see it does not learn that it exists.
  expect((await request('PUT', path, bob, view)).status).toBe(404);
  const shared = await request('PUT', path, ann, {
    ...view,
    shared: true,
    search: { q: 'budget' },
  });
  expect(shared.body).toMatchObject({ shared: true, search: { q: 'budget' }, owner: 'ann' });
  expect(await names(bob)).toEqual(['Night']);
  expect((await request('PUT', path, bob, view)).status).toBe(403);
  expect((await request('DELETE', path, bob)).status).toBe(403);
  const renamed = await request('PUT', path, root, { ...view, name: 'Day', shared: true });
  expect(renamed.body).toMatchObject({ name: 'Day', owner: 'ann' });
  expect((await request('DELETE', path, ann)).status).toBe(204);
  expect((await request('DELETE', path, ann)).status).toBe(404);
  const audit = await request('GET', '/api/audit', root);
  const actions = audit.body.items
    .filter((row: { action: string }) => row.action.startsWith('view:'))
    .map((row: { operator: string; action: string }) => `${row.operator} ${row.action}`);
  expect(actions).toEqual([
    'ann view:remove',
    'root view:change',
    'ann view:change',
    'ann view:add',
  ]);
});

it('cannot be created by viewers, and is limited in number and size', async () => {
  crowd = await startCrowd();
  const { ann } = await crowd.join(['ann']);
  const { vera } = await crowd.join(['vera'], 'viewer');
  expect((await request('POST', '/api/views', vera, view)).status).toBe(403);
  const search = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`k${index}`, 'v']));
  expect((await request('POST', '/api/views', ann, { ...view, search })).status).toBe(400);
  expect((await request('POST', '/api/views', ann, { ...view, name: ' ' })).status).toBe(400);
  for (let index = 0; index < 100; index += 1) await request('POST', '/api/views', ann, view);
  expect((await request('POST', '/api/views', ann, view)).status).toBe(400);
  expect(await names(ann)).toHaveLength(100);
});

it('is removed with its owner, unless it is shared', async () => {
  crowd = await startCrowd();
  const { ann } = await crowd.join(['ann']);
  const { root } = await crowd.join(['root'], 'admin');
  await request('POST', '/api/views', ann, view);
  await request('POST', '/api/views', ann, { ...view, name: 'Team', shared: true });
  await request('DELETE', '/api/operators/ann', root);
  await crowd.join(['ann']);
  const again = await request('GET', '/api/views', root);
  expect(again.body.items.map((item: { name: string }) => item.name)).toEqual(['Team']);
});
