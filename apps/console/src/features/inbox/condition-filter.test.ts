import type { RuleCondition } from '@countersign/api/rule';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { type MessageTest, readTest, stepsOf } from './condition-filter.ts';
import { filterLabels } from './filter-fields.tsx';
import { askedOf, matchesFilter, type QueueFilter } from './queue-filter.ts';

const me = { id: 'ann', name: 'Ann', role: 'operator' as const, groups: [] };
const all = ['one', 'two', 'three'].map((id) => anyPrompt(id));
const shown = (filter: QueueFilter, found: ReadonlySet<string> | null = null) =>
  all.filter((prompt) => matchesFilter(prompt, filter, { me, found })).map(({ id }) => id);

describe('a condition on the whole message', () => {
  it.each<[MessageTest, RuleCondition]>([
    [
      { place: '$.upThought.confidence', test: 'less-than', value: '0.5' },
      { path: '$.upThought.confidence', of: 'message', is: 'less-than', value: 0.5 },
    ],
    [
      { place: 'upThought.confidence' },
      { path: '$.upThought.confidence', of: 'message', is: 'present' },
    ],
    [
      { place: `$.payload['a b'][0].price`, test: 'equal', value: 'true' },
      { path: `$.payload['a b'][0].price`, of: 'message', is: 'equal', value: true },
    ],
    [
      { place: '$.state', test: 'one-of', value: 'followup, waiting' },
      { path: '$.state', of: 'message', is: 'one-of', value: ['followup', 'waiting'] },
    ],
  ])('%j is what the server is asked with', (filter, condition) => {
    const asked = askedOf({ ...filter, agent: 'a', show: 'answered' });
    expect(asked).toEqual({ agent: 'a', condition: JSON.stringify(condition) });
  });

  it('includes what the server has found, and nothing before its response', () => {
    const filter: MessageTest = { place: '$.upThought.confidence' };
    expect(shown(filter)).toEqual([]);
    expect(shown(filter, new Set(['two', 'elsewhere']))).toEqual(['two']);
    expect(shown({ test: 'absent', value: '3' })).toHaveLength(all.length);
  });

  it.each<MessageTest>([
    { place: '$' + '..x' },
    { place: '$.a[*]' },
    { place: '$.a.' },
    { place: '$.a', test: 'at-most' },
    { place: '$.a', test: 'at-most', value: '[1]' },
  ])('what is not readable hides nothing, is told, and is not in the words: %j', (filter) => {
    expect(shown(filter)).toHaveLength(all.length);
    expect(readTest(filter)).toMatchObject({ ok: false, fault: expect.stringMatching(/\w/) });
    expect(filterLabels(filter, all)).toBe('');
  });

  it('is described as text', () => {
    const filter: QueueFilter = { place: '$.a', test: 'less-than', value: '0.5' };
    expect(filterLabels(filter, all)).toBe('$.a is less than 0.5');
  });

  it('reads a path of any length in one pass', () => {
    expect(stepsOf(`$${'.a'.repeat(100)}`)).toHaveLength(100);
    expect(stepsOf('a')).toBeNull();
  });
});
