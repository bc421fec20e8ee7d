import { describe, expect, it } from 'vitest';
import { controlRungs } from './control-rungs.ts';

const settled = {
  means: 'agent',
  state: 'settled',
  requestedAt: 1,
  deliveredAt: 2,
  acknowledgedAt: null,
  settledAt: 4,
  failure: null,
} as const;
const words = (control: Parameters<typeof controlRungs>[0]) =>
  controlRungs(control).map(({ word, state }) => `${word} ${state}`);

describe('the progress of a request', () => {
  it('infers the earlier steps from a later report of the agent', () =>
    expect(words(settled)).toEqual([
      'requested ok',
      'delivered ok',
      'acknowledged ok',
      'settled ok',
    ]));

  it('shows no acknowledgement for an agent that cannot pause', () =>
    expect(words({ ...settled, means: 'hold' })).toEqual([
      'requested ok',
      'delivered ok',
      'settled ok',
    ]));

  it('ends with the closed stream for an agent that cannot stop', () => {
    const close = { ...settled, means: 'close', deliveredAt: null, settledAt: null } as const;
    expect(words({ ...close, state: 'requested' })).toEqual(['requested ok', 'cut off now']);
    expect(words({ ...close, state: 'cut-off' })).toEqual(['requested ok', 'cut off bad']);
    expect(words({ ...close, state: 'settled', settledAt: 9 })).toEqual([
      'requested ok',
      'cut off ok',
      'settled ok',
    ]);
  });

  it('says what it waits for', () =>
    expect(words({ ...settled, state: 'delivered', settledAt: null })).toEqual([
      'requested ok',
      'delivered ok',
      'acknowledged now',
      'settled todo',
    ]));
});
