import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createRequestRoom } from './request-room.ts';

it('refuses a request above the limit of its caller, and has room again when one has ended', async () => {
  const app = Fastify();
  const operator = { id: 'crew', name: 'Crew', role: 'registrant' as const, groups: [] };
  app.decorateRequest('identity', null);
  app.addHook('onRequest', async (request) => {
    request.identity = { operator, by: 'bearer', until: null, session: null };
  });
  const limits = { streams: 10, streamsPerOperator: 1, requestsPerMinute: 1, bodyBytes: 1 };
  const enter = createRequestRoom({ limits, hub: { readers: () => 0 } });
  const ends: (() => void)[] = [];
  app.get('/', { preHandler: enter }, (_, reply) => {
    reply.hijack();
    reply.raw.writeHead(200).flushHeaders();
    ends.push(() => reply.raw.end('done'));
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const first = await fetch(url);
  expect(await (await fetch(url)).text()).toContain('1 streams');
  ends[0]?.();
  expect(await first.text()).toBe('done');
  const again = await fetch(url);
  expect(again.status).toBe(200);
  ends[1]?.();
  await again.text();
  await app.close();
});
