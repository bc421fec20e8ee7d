import type { Control } from '@countersign/api/task';
import { describe, expect, it } from 'vitest';
import { disobeyedControl, obedienceOf } from './obedience.ts';
import { faceOf } from './task-appearance.ts';
import { statusOf } from './task-status.ts';

const control = (part: Partial<Control> = {}): Control => ({
  ...{ id: 'c', taskId: 't', runId: 'r', action: 'stop', means: 'agent', reason: null, by: 'ann' },
  ...{ state: 'delivered', requestedAt: 1_000, deliveredAt: 1_100, acknowledgedAt: null },
  ...{ settledAt: null, failure: null, eventsSince: 105, notObeyedAt: 11_000 },
  ...part,
});
const going = { runId: 'r', status: 'stopping' as const };
const ended = { runId: 'r', status: 'finished' as const };
const base = { state: null, blocking: 2, followup: 0 };

describe('an agent that does not follow a stop', () => {
  it('is a state of its own while its run continues, before any question', () => {
    expect(disobeyedControl([control()], going)?.eventsSince).toBe(105);
    const input = { ...base, runStatus: going.status, ...obedienceOf([control()], going) };
    expect(statusOf(input)).toBe('disobeys');
    expect(faceOf(input)).toBe('fail');
  });

  it('is none before its time, of another run, or once the connection is cut', () => {
    const { notObeyedAt: _, ...early } = control();
    expect(disobeyedControl([early], going)).toBeNull();
    expect(disobeyedControl([control()], { ...going, runId: 'other' })).toBeNull();
    expect(disobeyedControl([control()], { ...going, status: 'cut-off' })).toBeNull();
  });

  it('has finished without following it, which is never shown as stopped or done', () => {
    const failed = control({
      state: 'failed',
      failureStatement: { code: 'control.stop-not-followed', params: {} },
    });
    expect(obedienceOf([failed], ended).ignoredStop).toBe(true);
    const input = {
      ...base,
      blocking: 0,
      runStatus: ended.status,
      ...obedienceOf([failed], ended),
    };
    expect(statusOf(input)).toBe('ignoredStop');
    expect(faceOf(input)).toBe('fail');
    const paused = control({ state: 'settled', action: 'pause' });
    expect(obedienceOf([paused], ended)).toEqual({});
  });

  it('that was paused and resumed obeys again', () => {
    const paused = control({ action: 'pause', state: 'settled' });
    expect(disobeyedControl([paused], { ...going, status: 'paused' })).not.toBeNull();
    expect(disobeyedControl([paused], { ...going, status: 'running' })).toBeNull();
  });
});
