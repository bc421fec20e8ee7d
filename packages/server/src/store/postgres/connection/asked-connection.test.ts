import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askedConnection } from './asked-connection.ts';
import { ConnectionLostError } from './connection-lost-error.ts';

/** A connection of the driver that answers nothing on its own. */
function silentClient() {
  const asked: { text: unknown; answer: () => void; fail: (error: Error) => void }[] = [];
  let destroyed = 0;
  const client = {
    query: (text: unknown) =>
      new Promise((resolve, reject) => {
        asked.push({ text, answer: () => resolve({ rows: [] }), fail: reject });
      }),
    connection: {
      stream: {
        destroy() {
          destroyed += 1;
          for (const { fail } of asked) fail(new Error('Connection terminated unexpectedly'));
        },
      },
    },
  };
  return { asked, destroyed: () => destroyed, client: client as never };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks nothing more over a connection whose answer did not come, and closes it', async () => {
  const { client, asked, destroyed } = silentClient();
  const connection = askedConnection(client, Date.now);
  const begin = connection.query('BEGIN');
  asked[0]?.fail(new Error('Query read timeout'));
  await expect(begin).rejects.toThrow(ConnectionLostError);
  await expect(connection.query('ROLLBACK')).rejects.toThrow('Query read timeout');
  expect(asked).toHaveLength(1);
  expect(destroyed()).toBe(1);
});

it('gives a doubted connection up when it has been silent for three seconds, the time before the doubt included', async () => {
  const { client, destroyed } = silentClient();
  const connection = askedConnection(client, Date.now);
  const answer = connection.query('SELECT 1');
  const settled = expect(answer).rejects.toThrow(ConnectionLostError);
  await vi.advanceTimersByTimeAsync(2_000);
  connection.doubt();
  await vi.advanceTimersByTimeAsync(999);
  expect(destroyed()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(destroyed()).toBeGreaterThan(0);
  await settled;
});

it('doubts a connection between two questions too, and no longer when it has answered', async () => {
  const { client, asked, destroyed } = silentClient();
  const connection = askedConnection(client, Date.now);
  connection.doubt();
  const first = connection.query('SELECT 1');
  await vi.advanceTimersByTimeAsync(2_999);
  asked[0]?.answer();
  await first;
  const second = connection.query('SELECT 2');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(destroyed()).toBe(0);
  asked[1]?.answer();
  await second;
});
