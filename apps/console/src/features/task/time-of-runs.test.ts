import type { HaiEvent } from '@countersign/hai/event';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { expect, it } from 'vitest';
import { timeOfRuns } from './time-of-runs.ts';

const first = 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
const second = 'run-91c0aa52-1b7e-4f35-9d0e-77b1c2d3e4f5';

const fold = (events: [runId: string, receivedAt: number, event: HaiEvent][]) =>
  foldThread(
    emptyThread('t'),
    events.map(([runId, receivedAt, event], place) => ({
      position: place + 1,
      threadId: 't',
      runId,
      sequence: place + 1,
      receivedAt,
      agentId: 'rec',
      event,
    })),
  );
const started = (runId: string): HaiEvent => ({ type: 'RUN_STARTED', runId });
const finished: HaiEvent = { type: 'RUN_FINISHED' };

it('counts every run of a task, and not the time between them', () => {
  const thread = fold([
    [first, 1_000, started(first)],
    [first, 13_000, finished],
    // A person thought for an hour; the run that took the answer was over at once.
    [second, 3_600_000, started(second)],
    [second, 3_600_000, finished],
  ]);
  expect(timeOfRuns(thread)).toEqual({ ran: 12_000, runs: 2, since: null });
});

it('adds to the time of the earlier runs', () => {
  const thread = fold([
    [first, 1_000, started(first)],
    [first, 13_000, finished],
    [second, 20_000, started(second)],
  ]);
  expect(timeOfRuns(thread)).toEqual({ ran: 12_000, runs: 2, since: 20_000 });
});

it('counts what a relayed run does within the run that relays it once', () => {
  const metadata = { agentId: 'email', runId: second };
  const thread = fold([
    [first, 1_000, started(first)],
    [first, 2_000, { ...started(second), metadata }],
    [first, 9_000, { ...finished, metadata }],
    [first, 11_000, finished],
  ]);
  expect(timeOfRuns(thread)).toEqual({ ran: 10_000, runs: 1, since: null });
});

it('supports an agent that never reports its start', () => {
  const thread = fold([
    [first, 1_000, { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: 'a' }],
    [first, 4_000, finished],
  ]);
  expect(timeOfRuns(thread)).toMatchObject({ ran: 3_000, since: null });
  expect(timeOfRuns(emptyThread('t'))).toEqual({ ran: 0, runs: 0, since: null });
});
