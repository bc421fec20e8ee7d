import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChildServer, childToken } from '../testing/child-server.ts';
import { engineNames } from '../testing/faults/engines.ts';
import { playScenario } from '../testing/faults/scenario.ts';

const metricsToken = 'figures-of-tests-7f3c9a1d5e';
const preload = fileURLToPath(new URL('../testing/faults/memory.mjs', import.meta.url));
/** With many of these, what a reader leaves unread is soon more than the kernel buffers for it. */
const bigChars = 100_000;
/** Per reader (docs/stream.md): 256 KB and the last write, which ends with the event that makes it longer than another 256 KB. */
const mostQueuedBytes = 2 * 256 * 1_024 + 2 * bigChars;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-readers-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What is queued for all readers, by the server's own figure. */
async function queuedBytes({ url }: ChildServer): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^countersign_readers_queued_bytes (\d+)/m.exec(text)?.[1]);
}

/** The least that the server has held of several readings from now on: what it holds for long. */
async function heldBytes(file: string, readings: number): Promise<number> {
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  const before = read().length;
  await vi.waitUntil(() => read().length >= before + readings, { timeout: 60_000, interval: 50 });
  return Math.min(...read().slice(before).map(Number));
}

/** Opens a stream, and reads nothing of it. */
function stalled(port: number, query: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(
    `GET /api/stream?${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${childToken}\r\n\r\n`,
  );
  return socket;
}

describe.each(engineNames)('on %s', (engine) => {
  it('twenty readers that read nothing cost little memory, and the others nothing', () => {
    const file = join(root, 'memory');
    let isBig = false;
    return playScenario(
      {
        engine,
        title: 'twenty readers are stalled',
        manners: ['at once'],
        environment: {
          NODE_OPTIONS: `--import=${preload}`,
          MEMORY_FILE: file,
          COUNTERSIGN_METRICS_TOKEN: metricsToken,
        },
        agent: {
          each: (run, event) =>
            run.send(isBig ? { ...event, rawEvent: 'x'.repeat(bigChars) } : event),
        },
      },
      async ({ server, until, taskId }) => {
        const port = Number(new URL(server().url).port);
        const { body } = await server().request(`/api/tasks/${taskId}/snapshot`);
        // Each follows other tasks too, so that none of them shares a buffer with another one.
        const open = (from: string) =>
          Array.from({ length: 10 }, (_, index) =>
            stalled(port, `tasks=${taskId},other-${index}${from}`),
          );
        const before = await heldBytes(file, 3);
        isBig = true;
        // These are live when it becomes too much for them, and the others have everything before them.
        const sockets = open('');
        await until(100);
        sockets.push(...open(`&after=${body.cursor}`));
        await until(80);
        isBig = false;
        const readings: number[] = [];
        const isStill = () => readings.length > 3 && new Set(readings.slice(-4)).size === 1;
        // What is read for the others may take a while. Without the limits it would not come to rest.
        while (!isStill() && readings.length < 20) {
          readings.push(await queuedBytes(server()));
          await heldBytes(file, 1);
        }
        const grown = (await heldBytes(file, 3)) - before;
        const most = Math.max(...readings);
        for (const socket of sockets) socket.destroy();
        // Without the limits it is all that each of them was sent, at least 10 MB, less what the kernel buffers.
        expect(most).toBeGreaterThan(sockets.length * bigChars);
        expect(most).toBeLessThan(sockets.length * mostQueuedBytes);
        expect(grown).toBeLessThan(60_000_000);
      },
    );
  });

  it('a cursor of the future, of another store, and one that is none is reset, and never a silent gap', () =>
    playScenario({ engine, title: 'cursors that are none' }, async ({ server, taskId, until }) => {
      await until(50);
      const { body } = await server().request(`/api/tasks/${taskId}/snapshot`);
      const store = body.cursor.replace(/\.\d+$/, '');
      for (const cursor of [
        `${store}.99999999`,
        'another-store.3',
        'garbage',
        '-1',
        `${store}.1e3`,
      ]) {
        const response = await fetch(`${server().url}/api/stream?tasks=*`, {
          headers: { authorization: `Bearer ${childToken}`, 'last-event-id': cursor },
        });
        let text = '';
        for await (const chunk of response.body ?? []) {
          text += Buffer.from(chunk).toString();
          if (text.includes('event: ready')) break;
        }
        expect([cursor, text.indexOf('event: reset') > 0]).toEqual([cursor, true]);
        expect(text.indexOf('event: reset')).toBeLessThan(text.indexOf('event: ready'));
      }
    }));
});
