import { expect, it } from 'vitest';
import type { RunRow } from '../rows/runs.ts';
import { afterRestart } from './after-restart.ts';

type Known = Pick<RunRow, 'contacted' | 'resumable' | 'posted' | 'carries'>;
const run = (known: Partial<Known>): RunRow => ({
  id: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  thread: 'thread-7c9e6679-7425-40de-944b-e07fc1f90ae7',
  agent: 'planner',
  status: 'running',
  input: '{}',
  last_event: null,
  started: 0,
  ended: null,
  ended_place: null,
  contacted: 0,
  resumable: 0,
  posted: 0,
  carries: null,
  ...known,
});
const kind = async (known: Partial<Known>, knowsRuns = false) =>
  (await afterRestart(run(known), () => knowsRuns)).kind;

it('rejoins a run if its agent can, and ends it as lost if not', async () => {
  expect(await kind({ contacted: 1, resumable: 1 })).toBe('connect');
  expect(await kind({ contacted: 1, resumable: 0 })).toBe('lost');
  // Runs of other agents are irrelevant for this one.
  expect(await kind({ contacted: 1, resumable: 0 }, true)).toBe('lost');
});

it('starts a run that was never posted', async () => {
  expect(await kind({ posted: 0 })).toBe('connect');
});

it('posts a run a second time only if that is known to be safe', async () => {
  expect(await kind({ posted: 1 })).toBe('lost');
  expect(await kind({ posted: 1 }, true)).toBe('connect');
  // What an answer allows is not done twice.
  expect(await kind({ posted: 1, carries: '["answer-1"]' })).toBe('lost');
  expect(await kind({ posted: 1, carries: '["answer-1"]' }, true)).toBe('connect');
  expect(await kind({ posted: 0, carries: '["answer-1"]' })).toBe('connect');
});
