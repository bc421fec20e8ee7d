import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createDatabase, hasPostgres } from '@countersign/bff/testing/postgres';
import { groupsOf } from '@countersign/server/store/people/memberships';
import { afterEach, describe, expect, it } from 'vitest';

let harness: Harness;
afterEach(() => harness?.close());

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers?: { authorization: string },
) => harness.request(method, path, body, headers);
const addOperator = async (id: string, more: object = {}) => {
  const body = { id, name: id.toUpperCase(), role: 'operator', ...more };
  const { token } = (await call('POST', '/api/operators', body)).body;
  return { authorization: `Bearer ${token}` };
};
const engines = [
  ['sqlite', async () => startHarness()],
  ['postgres', async () => startHarness({ databaseUrl: (await createDatabase()).url })],
] as const;

describe.each(engines)('groups of people on %s', (engine, start) => {
  const test = it.skipIf(engine === 'postgres' && !hasPostgres);

  test('are added, changed member by member, and removed with all memberships', async () => {
    harness = await start();
    const ann = await addOperator('ann');
    await addOperator('bo', { groups: ['night'] });
    const finance = { id: 'finance', name: 'Finance', members: ['ann'] };
    const added = await call('POST', '/api/groups', finance);
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      ...{ id: 'finance', name: 'Finance', claim: null, role: null },
      members: [{ id: 'ann', name: 'ANN' }],
    });
    expect((await call('POST', '/api/groups', finance)).body.type).toMatch(/group-exists$/);
    // A group named for an operator is there as well.
    const list = (await call('GET', '/api/groups', undefined, ann)).body.items;
    expect(list.map((group: { id: string }) => group.id)).toEqual(['finance', 'night']);
    expect((await call('GET', '/api/me', undefined, ann)).body.groups).toEqual(['finance']);
    const changed = await call('PATCH', '/api/groups/finance', {
      ...{ name: 'Finances', claim: 'grp-1', role: 'operator' },
      ...{ add: ['bo', 'nobody'], remove: ['ann'] },
    });
    expect(changed.body).toEqual({
      ...{ id: 'finance', name: 'Finances', claim: 'grp-1', role: 'operator' },
      members: [{ id: 'bo', name: 'BO' }],
    });
    const read = { ...harness.services.journal.read, now: harness.services.clock.now() };
    expect(await groupsOf(read, 'bo')).toEqual([
      { group: 'night', for: null },
      { group: 'finance', for: null },
    ]);
    expect(await groupsOf(read, 'admin')).toEqual([]);
    expect((await call('DELETE', '/api/groups/finance')).status).toBe(204);
    expect((await call('DELETE', '/api/groups/finance')).status).toBe(404);
    expect(await groupsOf(read, 'bo')).toEqual([{ group: 'night', for: null }]);
    const actions = (await call('GET', '/api/audit')).body.items.map(
      (row: { action: string }) => row.action,
    );
    expect(actions.slice(0, 3)).toEqual(['group:remove', 'group:change', 'group:add']);
  });

  test('are changed by administrators only', async () => {
    harness = await start();
    const ann = await addOperator('ann', { groups: ['night'] });
    const body = { id: 'day', name: 'Day' };
    expect((await call('POST', '/api/groups', body, ann)).status).toBe(403);
    expect((await call('PATCH', '/api/groups/night', { add: ['ann'] }, ann)).status).toBe(403);
    expect((await call('DELETE', '/api/groups/night', undefined, ann)).status).toBe(403);
    expect((await call('POST', '/api/groups', { ...body, id: 'Not a group' })).status).toBe(400);
    expect((await call('PATCH', '/api/groups/none', { name: 'None' })).status).toBe(404);
  });
});
