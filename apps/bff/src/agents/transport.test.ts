import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { discardBody, postToAgent, refusalOf } from './transport.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function answering(reply: (response: ServerResponse) => void) {
  server = createServer((_request, response) => reply(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const clock = createManualClock();
  const response = await postToAgent({
    url: `http://127.0.0.1:${port}/`,
    headers: {},
    body: {},
    signal: new AbortController().signal,
    timeoutMs: 1_000,
    clock,
  });
  return { clock, response };
}

it('does not wait for the end of a refusal that never ends', async () => {
  const { clock, response } = await answering((reply) => reply.writeHead(500).write('because'));
  const said = refusalOf(response, clock);
  clock.advance(60_000);
  expect(await said).toBe('');
  expect(response.destroyed).toBe(true);
});

it('lets go of an accepted delivery whose body never ends', async () => {
  const { clock, response } = await answering((reply) => reply.writeHead(200).write('yes'));
  const closed = new Promise((resolve) => response.once('close', resolve));
  discardBody(response, clock);
  clock.advance(60_000);
  await closed;
  expect(response.complete).toBe(false);
});
