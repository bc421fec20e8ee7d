import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { childToken } from '../testing/child-server.ts';
import { engineNames } from '../testing/faults/engines.ts';
import { playScenario } from '../testing/faults/scenario.ts';

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

/** Opens the stream of everything from its beginning, and reads nothing of it. */
function stalled(port: number, from: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(
    `GET /api/stream?tasks=* HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${childToken}\r\nLast-Event-ID: ${from}\r\n\r\n`,
  );
  return socket;
}

describe.each(engineNames)('on %s', (engine) => {
  it('twenty readers that read nothing cost little memory, and the others nothing', () =>
    playScenario(
      {
        engine,
        title: 'twenty readers are stalled',
        agent: {
          perTurn: 5,
          // Each event is long enough that a reader soon has more than its share unread.
          each: (run, event) => run.send({ ...event, rawEvent: 'x'.repeat(4_000) }),
        },
      },
      async ({ server, until, taskId }) => {
        const { url, pid } = server();
        const { body } = await server().request(`/api/tasks/${taskId}/snapshot`);
        const port = Number(new URL(url).port);
        const from = body.cursor.replace(/\.\d+$/, '.0');
        await until(300);
        const before = residentMegabytes(pid);
        const sockets = Array.from({ length: 20 }, () => stalled(port, from));
        await until(700);
        const grown = residentMegabytes(pid) - before;
        for (const socket of sockets) socket.destroy();
        // Without a limit it would be what was sent to each of them: 60 MB and more.
        expect(grown).toBeLessThan(60);
      },
    ));

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
