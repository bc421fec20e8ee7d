import { encodeFrame } from '@countersign/hai/sse';
import { createManualClock, type ManualClock } from '@countersign/testkit/manual-clock';
import { problemResponse } from '@countersign/testkit/simulated-bff';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Client, createClient } from './client.ts';

let clock: ManualClock;
let client: Client;
let asked: Headers[];
let answers: (() => Response)[];

async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
const saying = (text: string) => () =>
  new Response(text, { headers: { 'content-type': 'text/event-stream' } });

beforeEach(() => {
  clock = createManualClock();
  asked = [];
  answers = [];
  client = createClient({
    baseUrl: 'http://bff.test',
    ports: {
      async fetch(input, init) {
        asked.push(new Request(input, init).headers);
        const answer = answers.shift();
        if (answer === undefined) throw new TypeError('fetch failed');
        return answer();
      },
      now: clock.now,
      schedule: clock.schedule,
      createId: () => 'tab-0f6f5e2a9b11',
      random: () => 0.5,
      storage: { get: () => null, set: () => {}, remove: () => {} },
    },
  });
});
afterEach(() => client.close());

it('resumes from the reported log position, without any event for this tab', async () => {
  answers = [saying(encodeFrame({ event: 'position', id: 'store.77', data: '{}' }))];
  client.start();
  await settle();
  clock.advance(60_000);
  await settle();
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.at(-1)?.get('last-event-id')).toBe('store.77');
});

it('sends its tab id, so that a stream left open by a lost network ends', async () => {
  client.start();
  await settle();
  expect(asked.map((headers) => headers.get('countersign-tab'))).toEqual(['tab-0f6f5e2a9b11']);
});

it('reports why the server refused the stream, until there is one', async () => {
  const detail = 'You have 50 streams open. Close some of them.';
  const ready = encodeFrame({ event: 'ready', id: 'store.1', data: '{"serverTime":1}' });
  answers = [() => problemResponse('too-many-streams', 429, { detail }), saying(ready)];
  client.start();
  await settle();
  expect(client.connection.getState()).toMatchObject({ status: 'offline', refusal: detail });
  const received: (string | null)[] = [];
  client.connection.subscribe(({ status, refusal }) => {
    if (status === 'live') received.push(refusal);
  });
  client.retryNow();
  await settle();
  expect(received).toEqual([null]);
});

it('keeps the time of the loss over any number of retries', async () => {
  const ready = encodeFrame({ event: 'ready', id: 'store.1', data: '{"serverTime":1}' });
  answers = [saying(ready)];
  const seen: { status: string; lostAt: number | null }[] = [];
  client.connection.subscribe(({ status, lostAt }) => seen.push({ status, lostAt }));
  client.start();
  await settle();
  const lost = clock.now();
  for (let round = 0; round < 5; round += 1) {
    clock.advance(30_000);
    await settle();
  }
  expect(asked.length).toBeGreaterThan(3);
  expect(client.connection.getState().lostAt).toBe(lost);
  answers = [saying(ready)];
  client.retryNow();
  await settle();
  expect(seen.filter(({ status }) => status === 'live').map(({ lostAt }) => lostAt)).toEqual([
    null,
    null,
  ]);
});
