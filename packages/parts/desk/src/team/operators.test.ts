import { type Crowd, startCrowd } from '@countersign/bff/testing/prompt-crowd';
import { afterEach, expect, it } from 'vitest';

let crowd: Crowd;
afterEach(() => crowd?.close());

it('change in name, role and groups, and an open session follows at once', async () => {
  crowd = await startCrowd();
  const { harness } = crowd;
  const { ann } = await crowd.join(['ann'], 'operator', ['night']);
  const signIn = { token: ann.authorization.slice('Bearer '.length) };
  const session = await harness.signIn(signIn);
  const me = async () =>
    (
      await harness.app.inject({ url: '/api/me', headers: { host: '127.0.0.1', ...session } })
    ).json();
  expect(await me()).toMatchObject({ id: 'ann', groups: ['night'] });
  const changed = await harness.request('PATCH', '/api/operators/ann', {
    name: 'Ann B.',
    role: 'admin',
    groups: ['day', 'night', 'day'],
  });
  expect(changed.body).toEqual({
    id: 'ann',
    name: 'Ann B.',
    role: 'admin',
    groups: ['day', 'night'],
  });
  expect(await me()).toMatchObject({ ...changed.body });
  const partly = await harness.request('PATCH', '/api/operators/ann', { groups: [] });
  expect(partly.body).toEqual({ id: 'ann', name: 'Ann B.', role: 'admin', groups: [] });
  const audit = await harness.request('GET', '/api/audit');
  expect(audit.body.items[0]).toMatchObject({
    operator: 'admin',
    action: 'operator:change',
    detail: { id: 'ann', groups: [] },
  });
});

it('are changed by administrators only, and the one of the server’s token not at all', async () => {
  crowd = await startCrowd();
  const { harness } = crowd;
  const { ann } = await crowd.join(['ann']);
  const patch = (id: string, body: object, by?: { authorization: string }) =>
    harness.request('PATCH', `/api/operators/${id}`, body, by);
  expect((await patch('ann', { role: 'admin' }, ann)).status).toBe(403);
  expect((await patch('none', { role: 'admin' })).status).toBe(404);
  expect((await patch('admin', { role: 'viewer' })).status).toBe(403);
  expect((await harness.request('DELETE', '/api/operators/admin')).status).toBe(403);
  expect((await patch('ann', { groups: ['Not a group'] })).status).toBe(400);
  expect((await patch('ann', { role: 'king' })).status).toBe(400);
});

it('who become viewers lose their claims and decide nothing', async () => {
  crowd = await startCrowd();
  const { harness } = crowd;
  const { ann } = await crowd.join(['ann']);
  const [prompt] = await crowd.ask(['p1']);
  const path = `/api/prompts/${encodeURIComponent(prompt!.id)}`;
  expect((await harness.request('POST', `${path}/claim`, {}, ann)).status).toBe(200);
  await harness.request('PATCH', '/api/operators/ann', { role: 'viewer' });
  expect((await crowd.prompt(prompt!.id)).claim).toBeNull();
  for (const [method, part, body] of [
    ['POST', `${path}/claim`, {}],
    [
      'POST',
      `${path}/decisions`,
      { feedback: { type: 'approve' }, digest: prompt!.digest, idempotencyKey: 'viewer-key' },
    ],
    [
      'POST',
      '/api/decisions',
      {
        items: [{ promptId: prompt!.id, digest: prompt!.digest }],
        feedback: { type: 'approve' },
        idempotencyKey: 'viewer-key',
      },
    ],
    ['PUT', `${path}/draft`, 'x'],
    ['DELETE', `${path}/draft`, undefined],
    ['POST', '/api/views', { name: 'v', shared: true, search: {} }],
  ] as const) {
    expect((await harness.request(method, part, body, ann)).status).toBe(403);
  }
  expect((await crowd.prompt(prompt!.id)).state).toBe('open');
});
