import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@countersign/server/runtime/clock';
import { afterEach, expect, it } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.ts';

let arrived = 0;
const server = createServer((request) => {
  request.resume();
  arrived += 1;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('answers as many questions at once as a call may have open, on one connection, without a warning', async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const warnings: string[] = [];
  const warned = ({ message }: Error) => warnings.push(message);
  process.on('warning', warned);
  const agent = { id: 'workshop', name: 'Workshop', protocol: 'mcp', url };
  const { fetch } = createGuardedFetch(agent, { clock: systemClock, timeoutMs: 60_000 });
  const connection = new AbortController();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} });
  const answers = Array.from({ length: 50 }, () =>
    fetch(url, { method: 'POST', body, signal: connection.signal }).catch(() => null),
  );
  await expect.poll(() => arrived).toBe(50);
  process.off('warning', warned);
  connection.abort();
  await Promise.all(answers);
  expect(warnings).toEqual([]);
});
