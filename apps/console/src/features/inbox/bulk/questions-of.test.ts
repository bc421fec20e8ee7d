import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../../testing/any-prompt.ts';
import { questionsOf } from './questions-of.ts';

const asking = (id: string, ask: string, classKey: string) => anyPrompt(id, { ask, classKey });
const keys = (prompts: Parameters<typeof questionsOf>[0]) =>
  questionsOf(prompts).map((question) => question.prompts.map(({ id }) => id));

describe('different questions', () => {
  it('are distinguished by their class, in the order of their first ones', () => {
    const all = [asking('a', 'Refund 1?', 'x'), asking('b', 'Go on?', 'y')];
    expect(keys([...all, asking('c', 'Refund 2?', 'x')])).toEqual([['a', 'c'], ['b']]);
  });

  it('of one class are one only when their texts have something in common', () => {
    expect(keys([asking('a', 'Refund order 1', 'x'), asking('b', 'Refund order 2', 'x')])).toEqual([
      ['a', 'b'],
    ]);
    expect(keys([asking('a', 'Go on?', 'x'), asking('b', 'Stop here now', 'x')])).toEqual([
      ['a'],
      ['b'],
    ]);
  });
});
