import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { createDatabase, hasPostgres } from '@countersign/bff/testing/postgres';
import { afterEach, describe, expect, it } from 'vitest';

let harness: Harness;
afterEach(() => harness?.close());

type Headers = Record<string, string>;
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, headers?: Headers, body?: object) =>
  harness.request(method, path, body, headers);
const addOperator = async (id: string, more: object = {}) => {
  const body = { id, name: id.toUpperCase(), role: 'operator', ...more };
  return (await call('POST', '/api/operators', undefined, body)).body.token as string;
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const inject = async (method: 'GET' | 'DELETE', url: string, session: Headers) => {
  const headers = { host: '127.0.0.1', 'sec-fetch-site': 'same-origin', ...session };
  const answer = await harness.app.inject({ method, url, headers });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};

const engines = [
  ['sqlite', async () => ({})],
  ['postgres', async () => ({ databaseUrl: (await createDatabase()).url })],
] as const;

describe.each(engines)('sessions on %s', (engine, options) => {
  const test = it.skipIf(engine === 'postgres' && !hasPostgres);

  test('are listed to their operator, and ended by them or an administrator', async () => {
    harness = await startHarness(await options());
    const token = await addOperator('ann');
    const [first, second] = [await harness.signIn({ token }), await harness.signIn({ token })];
    const list = (await inject('GET', '/api/open-sessions', first)).body.items;
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({ operator: { id: 'ann', name: 'ANN' }, via: 'token' });
    expect(list.filter((one: { isThis: boolean }) => one.isThis)).toHaveLength(1);
    expect((await inject('GET', '/api/open-sessions?whose=all', first)).status).toBe(403);
    const other = list.find((one: { isThis: boolean }) => !one.isThis);
    const strange = bearer(await addOperator('bo'));
    expect((await call('DELETE', `/api/open-sessions/${other.id}`, strange)).status).toBe(404);
    expect((await inject('DELETE', `/api/open-sessions/${other.id}`, first)).status).toBe(204);
    expect((await inject('GET', '/api/me', second)).status).toBe(401);
    expect((await inject('GET', '/api/me', first)).status).toBe(200);
    const all = (await call('GET', '/api/open-sessions?whose=all')).body.items;
    expect(all).toHaveLength(1);
    expect((await call('DELETE', `/api/open-sessions/${all[0]?.id}`)).status).toBe(204);
    expect((await inject('GET', '/api/me', first)).status).toBe(401);
    const [last] = (await call('GET', '/api/audit')).body.items;
    expect(last).toMatchObject({ action: 'session:end', detail: { of: 'ann' } });
  });

  test('end with the token that opened them, which is refused from then on', async () => {
    const clock = createManualClock();
    harness = await startHarness({ clock, ...(await options()) });
    const token = await addOperator('ann', { tokenEndsAt: clock.now() + 60_000 });
    const session = await harness.signIn({ token });
    expect((await call('GET', '/api/me', bearer(token))).body.tokenEndsAt).toBeGreaterThan(0);
    clock.advance(60_000);
    expect((await call('GET', '/api/me', bearer(token))).status).toBe(401);
    expect((await inject('GET', '/api/me', session)).status).toBe(401);
  });

  test('of programs end as well', async () => {
    const clock = createManualClock();
    harness = await startHarness({ clock, ...(await options()) });
    const end = { tokenEndsAt: clock.now() + 60_000 };
    const body = { name: 'Job', via: 'http', ...end };
    const { token } = (await call('POST', '/api/programs', undefined, body)).body;
    expect((await call('GET', '/api/questions/none', bearer(token))).status).toBe(404);
    clock.advance(60_000);
    expect((await call('GET', '/api/questions/none', bearer(token))).status).toBe(401);
    expect((await call('GET', '/api/programs')).body.items[0]).toMatchObject(end);
  });
});

it('ends the stream of a session within seconds, wherever it was ended', async () => {
  const clock = createManualClock();
  harness = await startHarness({ clock });
  const url = await harness.listen();
  const token = await addOperator('ann');
  const session = await harness.signIn({ token });
  const stream = await fetch(`${url}/api/stream?tasks=*`, {
    headers: { ...session, host: '127.0.0.1' },
  });
  const ended = stream.text().then(
    () => 'ended',
    () => 'ended',
  );
  const { auth } = harness.services;
  // As another server on the store does it: this one has no reader to drop.
  for (const { id } of await auth.sessions('ann')) await auth.endSession(id, null, 'admin');
  clock.advance(5_000);
  expect(await ended).toBe('ended');
});

it('lets auditors read everything, also the audit and what is set, and change nothing', async () => {
  harness = await startHarness();
  const auditor = bearer(await addOperator('ada', { role: 'auditor' }));
  for (const path of ['tasks', 'audit', 'audit/verify', 'operators', 'webhooks', 'programs']) {
    expect([path, (await call('GET', `/api/${path}`, auditor)).status]).toEqual([path, 200]);
  }
  expect((await call('GET', '/api/open-sessions?whose=all', auditor)).status).toBe(200);
  const refused = [
    ['/api/operators', { id: 'eve', name: 'Eve', role: 'admin' }],
    ['/api/tasks', { agentId: 'none', message: 'x' }],
    ['/api/prompts/none/decisions', { feedback: { type: 'approve' }, digest: 'x' }],
    ['/api/programs', { name: 'x' }],
  ] as const;
  for (const [path, body] of refused) {
    expect([path, (await call('POST', path, auditor, body)).status]).toEqual([path, 403]);
  }
  const viewer = bearer(await addOperator('vera', { role: 'viewer' }));
  expect((await call('GET', '/api/audit', viewer)).status).toBe(403);
});
