import { type Prompt, promptSchema } from '@countersign/api/prompt';
import type { Envelope } from '@countersign/hai/envelope';
import { createManualClock } from '@countersign/testkit/manual-clock';
import { expect, it } from 'vitest';
import { createPromptFeed } from './prompt-feed.ts';
import { createPromptStore } from './prompt-store.ts';

const some = (id: string): Prompt =>
  promptSchema.parse({
    id,
    taskId: '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    taskTitle: 'Task',
    runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    agentId: 'recommender',
    agentName: 'Recommender',
    origin: 'upformat',
    blocking: true,
    state: 'open',
    severity: 'minor',
    revision: 1,
    sequence: 1,
    ask: 'Where?',
    message: { messageId: id, threadId: 't', timestamp: '2026-01-01T00:00:00Z', state: 'waiting' },
    digest: 'd',
    openedAt: 1,
    revisedAt: null,
    expiresAt: null,
    closedAt: null,
    closedReason: null,
    decision: null,
  });
const opened = (place: number): Envelope => ({
  position: place,
  threadId: 't',
  runId: 'r',
  sequence: place,
  receivedAt: 0,
  agentId: 'countersign',
  event: {
    type: 'CUSTOM',
    name: 'countersign.prompt',
    value: { change: 'opened', prompt: some(`chatcmpl-9rT3kQ2vXn7LbW5-${String(place)}`) },
  },
});

function fed() {
  const clock = createManualClock();
  const store = createPromptStore();
  let writes = 0;
  store.known.subscribe(() => {
    writes += 1;
  });
  const rows = () => store.known.getState().rows;
  return { clock, store, feed: createPromptFeed(clock, store), rows, writes: () => writes };
}

it('writes a burst of facts once per 50 ms, the first at once', async () => {
  const { clock, feed, rows, writes } = fed();
  feed.fact(opened(1));
  await Promise.resolve();
  expect(rows()).toHaveLength(1);
  for (let place = 2; place <= 201; place += 1) feed.fact(opened(place));
  await Promise.resolve();
  expect(rows()).toHaveLength(1);
  clock.advance(50);
  expect(rows()).toHaveLength(201);
  expect(writes()).toBe(2);
});

it('records who has seen a prompt first, and never changes it', async () => {
  const { clock, feed, store, rows } = fed();
  const id = 'y5a8vhh2kaersf1sghyxxsmp5m';
  store.put([some(id)]);
  const ann = { operator: 'ann', name: 'Ann', mode: 'viewing' as const, since: 5 };
  const seen = { at: 5, operator: 'ann', name: 'Ann' };
  feed.presence({ promptId: id, people: [{ ...ann, operator: 'vera' }], seen: null });
  await Promise.resolve();
  expect(rows()[0]?.seen).toBeNull();
  feed.presence({ promptId: id, people: [ann], seen });
  await Promise.resolve();
  clock.advance(50);
  expect(rows()[0]?.seen).toEqual(seen);
  const before = store.known.getState();
  feed.presence({ promptId: id, people: [], seen: { ...seen, at: 9 } });
  clock.advance(50);
  await Promise.resolve();
  expect(store.known.getState()).toBe(before);
});

it('discards waiting changes when another operator signs in', async () => {
  const { clock, feed, rows } = fed();
  feed.fact(opened(1));
  feed.drop();
  await Promise.resolve();
  clock.advance(50);
  expect(rows()).toEqual([]);
});
