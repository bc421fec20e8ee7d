import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerErrors } from './errors.ts';

it('says what is wrong with a request as data too, for readers of other languages', async () => {
  const harness = await startHarness();
  const refused = async (...[method, path, body]: Parameters<Harness['request']>) => {
    const answer = await harness.request(method, path, body);
    expect([path, answer.status]).toEqual([path, 400]);
    return answer.body;
  };
  expect(await refused('GET', '/api/tasks?limit=many')).toMatchObject({
    statement: {
      code: 'request.fault-at',
      params: { path: '/limit', fault: { code: 'shape.number' } },
    },
    errors: [{ path: '/limit', statement: { code: 'shape.number' } }],
  });
  expect(await refused('POST', '/api/operators', { id: 'ann', role: 'king' })).toMatchObject({
    errors: [
      { path: '/name', statement: { code: 'shape.missing' } },
      { path: '/role', statement: { code: 'shape.one-of' } },
    ],
  });
  const text = 'Give a message or an input.';
  const statement = { code: 'request.no-input' };
  expect(await refused('POST', '/api/tasks', { agentId: 'demo' })).toMatchObject({
    ...{ detail: text, statement, errors: [{ path: '/message', message: text, statement }] },
  });
  await harness.close();
});

it('stored JSON that the server cannot parse is its own fault: 500, and logged with its stack', async () => {
  const logged: { err?: { stack?: string } }[] = [];
  const app = fastify({
    logger: { level: 'error', stream: { write: (line: string) => logged.push(JSON.parse(line)) } },
  });
  registerErrors(app);
  app.get('/stored', async () => JSON.parse('{"cut off'));
  app.post('/sent', async () => ({}));
  const stored = await app.inject({ method: 'GET', url: '/stored' });
  expect([stored.statusCode, stored.json().type]).toEqual([
    500,
    expect.stringContaining('internal'),
  ]);
  expect(stored.body).not.toContain('JSON');
  expect(logged[0]?.err?.stack).toContain('errors.test.ts');

  const sent = await app.inject({
    method: 'POST',
    url: '/sent',
    headers: { 'content-type': 'application/json' },
    payload: '{"cut off',
  });
  expect([sent.statusCode, sent.json().type]).toEqual([
    400,
    expect.stringContaining('invalid-request'),
  ]);
  expect(logged).toHaveLength(1);
  await app.close();
});
