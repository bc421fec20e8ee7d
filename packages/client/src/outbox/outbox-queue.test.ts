import { expect, it } from 'vitest';
import { NetworkError, ProblemError } from '../problem-error.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { afterSendFailure, entriesOf, headsOfLanes, withoutOldest } from './outbox-queue.ts';

const entry = (id: string, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id,
  kind: 'message',
  taskId: 'thread-7c9e6679-7425-40de-944b-e07fc1f90ae7',
  promptId: null,
  body: {},
  createdAt: 0,
  state: 'waiting',
  attempt: 0,
  problem: null,
  result: null,
  operatorId: 'ann',
  ...more,
});
const idsOf = (entries: readonly OutboxEntry[]) => entries.map(({ id }) => id);

it('sends the first unsettled entry of every lane; a stop and an answer do not wait', () => {
  const other = 'thread-0f6f5e2a-9b11-4c7b-8a54-3f2b6c1e9d5a';
  const entries = [
    entry('said', { state: 'recorded' }),
    entry('word 1'),
    entry('word 2'),
    entry('word 3', { taskId: other }),
    entry('pause', { kind: 'control', body: { action: 'pause' } }),
    entry('stop', { kind: 'control', body: { action: 'stop' } }),
    entry('answer 1', { kind: 'decision', taskId: null }),
    entry('answer 2', { kind: 'decision', taskId: null }),
  ];
  expect(idsOf(headsOfLanes(entries))).toEqual([
    ...['word 1', 'word 3', 'pause', 'stop', 'answer 1', 'answer 2'],
  ]);
});

it('continues after an entry refused by the server', () => {
  const entries = [entry('refused', { state: 'refused' }), entry('next')];
  expect(idsOf(headsOfLanes(entries))).toEqual(['next']);
});

const after = (error: unknown, attempt = 1) => {
  const { state, again } = afterSendFailure({ attempt }, error);
  return [state, again];
};
const problem = (status: number) => new ProblemError({ type: 'about:blank', title: 'No', status });

it('retries entries that may be accepted later, and waits for a sign-in', () => {
  expect(after(new NetworkError('gone'), 1_000)).toEqual(['waiting', 'later']);
  expect(after(problem(503))).toEqual(['waiting', 'later']);
  expect(after(problem(401))).toEqual(['waiting', 'signed-in']);
});

it('reports entries for which no retry can succeed', () => {
  expect(after(problem(409))).toEqual(['refused', 'never']);
  expect(after(problem(422))).toEqual(['refused', 'never']);
  expect(after(problem(503), 7)).toEqual(['waiting', 'later']);
  expect(after(problem(503), 8)).toEqual(['refused', 'never']);
});

it('removes only the oldest recorded entries', () => {
  const recorded = Array.from({ length: 52 }, (_, at) => entry(`r${at}`, { state: 'recorded' }));
  const kept = withoutOldest([entry('unsettled'), ...recorded]);
  expect(idsOf(kept).slice(0, 3)).toEqual(['unsettled', 'r2', 'r3']);
  expect(kept).toHaveLength(51);
});

it('assigns entries to their operators', () => {
  const kept = [
    entry('before', { state: 'sending' }),
    entry('refused', { state: 'refused' }),
    entry('both'),
    entry('of another', { operatorId: 'bob' }),
  ];
  const here = [entry('both'), entry('nobody yet', { operatorId: null })];
  const mine = entriesOf('ann', [...here, entry('bob', { operatorId: 'bob' })], kept);
  expect(mine.map(({ id, state, operatorId }) => [id, state, operatorId])).toEqual([
    ['before', 'waiting', 'ann'],
    ['refused', 'refused', 'ann'],
    ['both', 'waiting', 'ann'],
    ['nobody yet', 'waiting', 'ann'],
  ]);
});
