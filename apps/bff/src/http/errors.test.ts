import fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerErrors } from './errors.ts';

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
