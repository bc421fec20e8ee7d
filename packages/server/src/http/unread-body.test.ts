import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { adminToken, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const size = 30_000_000;
let clock: ManualClock;
let harness: Harness;
beforeEach(async () => {
  clock = createManualClock();
  harness = await startHarness({ clock });
});
afterEach(() => harness.close());

/** Begins to send a body that is too large. */
async function begin(path: string) {
  const { hostname, port, origin } = new URL(await harness.listen());
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    [
      ...[`POST ${path} HTTP/1.1`, `host: ${hostname}`, `content-length: ${size}`],
      ...[`authorization: Bearer ${adminToken}`, 'content-type: application/json', '', '{'],
    ].join('\r\n'),
  );
  return { socket, origin };
}

it.each(['/api/knowledge/memories', '/api/uap/services', '/api/gateway/acp/runs'])(
  'a body that is too large for %s is sent whole before it is refused',
  async (path) => {
    const { socket, origin } = await begin(path);
    // What is asked for later is answered earlier: the refusal would be here.
    for (let round = 0; round < 3; round += 1) await fetch(`${origin}/health/live`);
    expect(socket.bytesRead).toBe(0);
    socket.write('x'.repeat(size - 1));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413[\s\S]*too large/i);
  },
);

it('a client that stops half-way is refused after a time', async () => {
  const { socket } = await begin('/api/knowledge/memories');
  await vi.waitUntil(() => {
    clock.advance(1_000);
    return socket.bytesRead > 0;
  });
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413/);
});
