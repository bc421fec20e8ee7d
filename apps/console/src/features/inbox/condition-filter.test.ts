import type { UpMessage } from '@countersign/upformat/message';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { type MessageTest, readTest, stepsOf } from './condition-filter.ts';
import { filterWords } from './filter-fields.tsx';
import { matchesFilter, type QueueFilter } from './queue-filter.ts';

const me = { id: 'ann', name: 'Ann', role: 'operator' as const, groups: [] };
const saying = (id: string, said: Partial<UpMessage>) => {
  const prompt = anyPrompt(id);
  return { ...prompt, message: { ...prompt.message, ...said } };
};
const all = [
  saying('unsure', {
    upThought: { confidence: 0.3, canProceed: false },
    upContext: { concepts: ['schema:Invoice', 'schema:Person'] },
  }),
  saying('sure', { upThought: { confidence: 0.9, canProceed: true }, state: 'followup' }),
  saying('silent', { upPrompt: { severity: 'critical' }, payload: { 'a b': [{ price: 7 }] } }),
  saying('older', { severity: 'critical' }),
];
const shown = (filter: QueueFilter) =>
  all.filter((prompt) => matchesFilter(prompt, filter, me)).map(({ id }) => id);

describe('a condition on the whole message', () => {
  it.each<[MessageTest, string[]]>([
    [{ place: '$.upThought.confidence', test: 'less-than', value: '0.5' }, ['unsure']],
    [{ place: 'upThought.confidence' }, ['unsure', 'sure']],
    [{ place: '$.upThought.confidence', test: 'absent' }, ['silent', 'older']],
    [{ place: '$.upThought.canProceed', test: 'equal', value: 'true' }, ['sure']],
    [{ place: '$.upContext.concepts', test: 'containing', value: 'schema:Invoice' }, ['unsure']],
    [{ place: '$.state', test: 'one-of', value: 'followup, waiting' }, ['sure']],
    [{ place: '$.upPrompt.severity', test: 'equal', value: 'critical' }, ['silent', 'older']],
    [{ place: `$.payload['a b'][0].price`, test: 'at-least', value: '7' }, ['silent']],
    [{ place: '$.upThought.constructor' }, []],
    [{ test: 'absent', value: '3' }, ['unsure', 'sure', 'silent', 'older']],
  ])('%j', (filter, ids) => expect(shown(filter)).toEqual(ids));

  it.each<MessageTest>([
    { place: '$' + '..x' },
    { place: '$.a[*]' },
    { place: '$.a.' },
    { place: '$.a', test: 'at-most' },
    { place: '$.a', test: 'at-most', value: '[1]' },
  ])('what is not readable hides nothing, is told, and is not in the words: %j', (filter) => {
    expect(shown(filter)).toHaveLength(all.length);
    expect(readTest(filter)).toMatchObject({ ok: false, fault: expect.stringMatching(/\w/) });
    expect(filterWords(filter, all)).toBe('');
  });

  it('is told in words', () => {
    const filter: QueueFilter = { place: '$.a', test: 'less-than', value: '0.5' };
    expect(filterWords(filter, all)).toBe('$.a is less than 0.5');
  });

  it('reads a path of any length in one pass', () => {
    expect(stepsOf(`$${'.a'.repeat(100)}`)).toHaveLength(100);
    expect(stepsOf('a')).toBeNull();
  });
});
