import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { expect, it } from 'vitest';
import { type EventStream, openEventStream } from './event-stream.ts';

it('has a sign of life every 15 seconds, and none after its end', async () => {
  const clock = createManualClock();
  const streams: EventStream[] = [];
  const server = createServer((_, raw) => {
    streams.push(openEventStream(raw, clock));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  clock.advance(30_000);
  streams[0]?.write('data: 1\n\n');
  streams[0]?.end();
  clock.advance(30_000);
  expect(await response.text()).toBe(': alive\n\n: alive\n\ndata: 1\n\n');
  server.close();
  server.closeAllConnections();
});
