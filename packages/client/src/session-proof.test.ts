import { createManualClock } from '@countersign/testkit/manual-clock';
import { expect, it } from 'vitest';
import { createClient, type Ports } from './client.ts';

/** A server that records the proof of each request. */
function counterpart(storage?: Ports['storage']) {
  const clock = createManualClock();
  const received: [path: string, proof: string | null][] = [];
  const client = createClient({
    baseUrl: 'http://bff.test',
    ports: {
      fetch: async (input, init) => {
        const { pathname } = new URL(String(input));
        received.push([pathname, new Headers(init?.headers).get('countersign-proof')]);
        if (init?.method === 'DELETE') throw new TypeError('fetch failed');
        if (pathname.endsWith('/export')) return new Response('{"sequence":1}\n');
        return Response.json({
          id: 'ada',
          name: 'Ada',
          role: 'operator',
          groups: [],
          proof: 'p-1',
        });
      },
      now: clock.now,
      schedule: clock.schedule,
      createId: () => 'id-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
      random: () => 0.5,
      ...(storage ? { storage } : {}),
    },
  });
  return { client, received };
}

function storageOf(stored: Map<string, string>, fails = false): NonNullable<Ports['storage']> {
  return {
    get: (key) => stored.get(key) ?? null,
    set(key, value) {
      if (fails) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    remove: (key) => void stored.delete(key),
  };
}

it.each([
  ['kept by the origin', storageOf(new Map())],
  ['kept by the tab where storage is full', storageOf(new Map(), true)],
  ['kept by the tab where storage is off', undefined],
])('is sent with every request, %s, until the sign-out', async (_where, storage) => {
  const { client, received } = counterpart(storage);
  expect(client.hasSession()).toBe(false);
  await client.api.createSession({ token: 'token-of-ada' });
  expect(client.hasSession()).toBe(true);
  await client.api.getMe();
  client.start();
  expect(await (await client.api.exportTask('run-3f2b/6c1e')).text()).toBe('{"sequence":1}\n');
  // The server does not receive it: the session still ends here.
  await expect(client.api.deleteSession()).rejects.toThrow();
  expect(client.hasSession()).toBe(false);
  await client.api.getMe();
  client.close();
  expect(received).toEqual([
    ['/api/session', null],
    ['/api/me', 'p-1'],
    ['/api/stream', 'p-1'],
    ['/api/tasks/run-3f2b%2F6c1e/export', 'p-1'],
    ['/api/session', 'p-1'],
    ['/api/me', null],
  ]);
});

it('is read from storage at every request, as another tab may have changed it', async () => {
  const stored = new Map<string, string>();
  const first = counterpart(storageOf(stored));
  const second = counterpart(storageOf(stored));
  await first.client.api.createSession({ token: 'token-of-ada' });
  await second.client.api.getMe();
  await first.client.api.deleteSession().catch(() => undefined);
  await second.client.api.getMe();
  expect(second.received.map(([, proof]) => proof)).toEqual(['p-1', null]);
});
