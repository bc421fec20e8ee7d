import { createServer } from 'node:http';
import { type Clock, systemClock } from '@countersign/server/runtime/clock';
import { listenLocally } from '@countersign/testkit/local-server';
import { expect, it } from 'vitest';
import { recognizeAddress } from './recognize-address.ts';

it('a document that never ends is nothing that is recognised', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 5);
    response.once('close', () => clearInterval(drip));
  });
  const { origin, close } = await listenLocally(server);
  // The seconds of the limit, in hundredths.
  const clock: Clock = {
    ...systemClock,
    schedule: (run, delayMs) => systemClock.schedule(run, delayMs / 100),
  };
  const { signal } = new AbortController();
  const line = { headers: {}, signal, clock, timeoutMs: 6_000_000 };
  expect(await recognizeAddress(`${origin}/agent`, line)).toEqual([]);
  await close();
});
