import type { Control } from '@countersign/api/task';
import { emptyThread } from '@countersign/thread/fold';
import { describe, expect, it } from 'vitest';
import {
  controllable,
  isPending,
  isSettled,
  latestRequest,
  refusal,
  requestRungs,
} from './control-request.ts';

const control = (part: Partial<Control>): Control => ({
  id: 'c',
  taskId: 't',
  runId: 'r',
  reason: null,
  action: 'pause',
  means: 'agent',
  by: 'operator:sara',
  state: 'requested',
  requestedAt: 100,
  deliveredAt: null,
  acknowledgedAt: null,
  settledAt: null,
  failure: null,
  eventsSince: 0,
  ...part,
});
const thread = (controls: Control[]) => ({
  ...emptyThread('t'),
  controls,
  run: { runId: 'r', status: 'running' as const, startedAt: 50, endedAt: null, error: null },
});
const entry = (state: 'sending' | 'waiting' | 'refused' | 'recorded') => ({
  id: 'o',
  kind: 'control' as const,
  taskId: 't',
  promptId: null,
  operatorId: null,
  body: { action: 'stop' },
  createdAt: 0,
  state,
  attempt: 1,
  problem:
    state === 'refused'
      ? { type: 'x', title: 'No', status: 409, detail: 'The run has ended' }
      : null,
  result: null,
});
const states = (request: ReturnType<typeof latestRequest>) =>
  requestRungs(request!).map((rung) => `${rung.word}:${rung.state}`);

describe('control of a run', () => {
  it.each([
    ['pause', 'running', null],
    ['pause', 'paused', 'Already paused'],
    ['resume', 'running', 'It is running'],
    ['resume', 'held', null],
    ['stop', 'paused', null],
    ['stop', 'finished', 'The run has ended'],
    ['pause', 'stopping', 'The run is stopping'],
    ['stop', 'stopping', null],
  ] as const)('%s while %s: %s', (action, status, why) =>
    expect(refusal(action, { status, stop: 'close', asks: false })).toBe(why),
  );

  it.each(['lost', 'cut-off'] as const)(
    'stop while %s: an agent that obeys may still act on it, and can get messages',
    (status) => {
      const obeys = { status, stop: 'agent', asks: false } as const;
      expect(refusal('stop', obeys)).toBeNull();
      expect(refusal('stop', { ...obeys, stop: 'close' })).not.toBeNull();
      expect(refusal('pause', obeys)).not.toBeNull();
    },
  );

  it.each([
    [{ blocking: 1, followup: 0 }, null],
    [{ blocking: 0, followup: 1 }, null],
    [{ blocking: 0, followup: 0 }, 'The run has ended'],
  ])('a task between two runs is stopped while it asks: %j', (openPrompts, why) => {
    const can = { pause: 'hold', stop: 'close', message: 'new-run' } as const;
    const task = controllable({ runStatus: 'finished', can, openPrompts });
    expect(refusal('stop', task)).toBe(why);
    expect(refusal('pause', task)).toBe('The run has ended');
    expect(refusal('resume', task)).toBe('The run has ended');
  });

  it('never shows a step that the other side has not confirmed', () => {
    expect(
      states(latestRequest(thread([control({ state: 'delivered', deliveredAt: 120 })]), [])),
    ).toEqual(['requested:ok', 'delivered:ok', 'acknowledged:now', 'settled:todo']);
  });
  it('shows what has not left this tab before what the server knows', () => {
    const request = latestRequest(thread([control({ state: 'settled', settledAt: 1 })]), [
      entry('waiting'),
    ]);
    expect(states(request)[0]).toBe('sending:now');
    expect(isPending(request!)).toBe(true);
  });
  it('says why a request was refused', () => {
    const request = latestRequest(thread([]), [entry('refused')]);
    expect(requestRungs(request!)).toEqual([
      { word: 'The request was refused', state: 'bad', note: 'The run has ended' },
    ]);
    expect(isPending(request!)).toBe(false);
  });
  it('forgets the requests of an earlier run', () => {
    expect(latestRequest(thread([control({ requestedAt: 10 })]), [entry('recorded')])).toBeNull();
  });
  it('shows a failure where it happened', () => {
    const failed = control({ state: 'failed', deliveredAt: 110, failure: 'agent gone' });
    expect(states(latestRequest(thread([failed]), []))).toEqual([
      'requested:ok',
      'delivered:ok',
      'failed:bad',
    ]);
  });
});

it('is settled when the server reports it, and not while it is being sent or has failed', () => {
  const settled = (part: Partial<Control>) => {
    const request = latestRequest(thread([control(part)]), []);
    return request !== null && isSettled(request);
  };
  expect(settled({ state: 'settled', settledAt: 120 })).toBe(true);
  expect(settled({ state: 'acknowledged' })).toBe(false);
  expect(settled({ state: 'failed' })).toBe(false);
});
