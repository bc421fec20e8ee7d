import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { goneSignal } from './gone-signal.ts';

it('is aborted for a client that left before anybody listened, and not for one that was answered', async () => {
  const signals: Promise<AbortSignal>[] = [];
  const server = createServer((incoming, raw) => {
    const isLeaving = incoming.url === '/leave';
    signals.push(
      (async () => {
        if (isLeaving) await once(raw, 'close');
        const signal = goneSignal({ raw });
        if (!isLeaving) {
          raw.end();
          await once(raw, 'close');
        }
        return signal;
      })(),
    );
    if (isLeaving) incoming.socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const leaving = request({ port, path: '/leave' }).end();
  await once(leaving, 'error');
  await (await fetch(`http://127.0.0.1:${port}/stay`)).text();
  const [gone, stayed] = await Promise.all(signals);
  expect([gone?.aborted, stayed?.aborted]).toEqual([true, false]);
  server.close();
  server.closeAllConnections();
});
