import { describe, expect, it } from 'vitest';
import { stateSchema, type UpState } from './message.ts';
import { checkTransition } from './transition.ts';

const expected: Record<UpState, { common: UpState[]; legal: UpState[] }> = {
  submitted: {
    common: ['needsHumanDecision', 'completed', 'waiting'],
    legal: ['failed', 'cancelled'],
  },
  waiting: {
    common: [],
    legal: ['submitted', 'completed', 'failed', 'cancelled', 'needsHumanDecision'],
  },
  completed: { common: ['followup'], legal: [] },
  failed: { common: [], legal: [] },
  needsHumanDecision: { common: ['submitted'], legal: ['cancelled', 'failed'] },
  followup: { common: ['submitted'], legal: ['completed', 'cancelled'] },
  cancelled: { common: [], legal: [] },
};
const pairs = stateSchema.options.flatMap((from) =>
  stateSchema.options.map((to) => [from, to] as const),
);

describe('checkTransition', () => {
  it.each(pairs)('%s → %s', (from, to) => {
    const { common, legal } = expected[from];
    const verdict =
      from === to || legal.includes(to) ? 'legal' : common.includes(to) ? 'common' : 'anomalous';
    expect(checkTransition(from, to)).toBe(verdict);
  });

  it('accepts any first state', () => {
    for (const state of stateSchema.options) expect(checkTransition(null, state)).toBe('legal');
  });
});
