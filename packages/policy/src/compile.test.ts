import type { PolicyLine } from '@countersign/api/policy/table';
import { expect, it } from 'vitest';
import { compilePolicy, globOf } from './compile.ts';
import type { Facts } from './facts.ts';

const facts: Facts = {
  connection: 'payables',
  tool: 'payments.release',
  protocol: 'mcp',
  blocking: true,
  severity: 'major',
  confidence: 0.9,
  signals: ['new-account'],
  payload: { amount: 6_000, to: { country: 'DE' }, 'a/b': 'x', text: '12' },
  behind: ['sara'],
  now: Date.UTC(2026, 10, 29, 12),
};
const line = (
  id: string,
  when: PolicyLine['when'],
  then: PolicyLine['then'] = { do: 'never' },
): PolicyLine => ({
  ...{ id, name: id, when, then },
});
const ask: PolicyLine['then'] = { do: 'ask', approvals: 1, exclude: [] };
const answer: PolicyLine['then'] = { do: 'answer', type: 'approve' };

it.each<[string, PolicyLine['when'], boolean]>([
  ['no condition', {}, true],
  ['its connection', { connections: ['other', 'payables'] }, true],
  ['another connection', { connections: ['other'] }, false],
  ['its tool', { tool: 'payments.release' }, true],
  ['a tool by its beginning', { tool: 'payments.*' }, true],
  ['another tool', { tool: 'refunds.*' }, false],
  ['its protocol', { protocol: 'mcp' }, true],
  ['a follow-up', { blocking: false }, false],
  ['its severity', { severityAtLeast: 'major' }, true],
  ['a higher severity', { severityAtLeast: 'critical' }, false],
  ['less confidence', { confidenceBelow: 0.4 }, false],
  ['more confidence', { confidenceBelow: 0.95 }, true],
  ['a signal that was found', { signals: ['new-account', 'destroys'] }, true],
  ['a signal that was not', { signals: ['destroys'] }, false],
  ['its starter', { starters: ['sara'] }, true],
  ['a value above', { values: [{ path: '/amount', is: 'more-than', value: 5_000 }] }, true],
  ['a value at most', { values: [{ path: '/amount', is: 'at-most', value: 5_000 }] }, false],
  [
    'a nested value',
    { values: [{ path: '/to/country', is: 'one-of', value: ['DE', 'FR'] }] },
    true,
  ],
  ['a name with a slash', { values: [{ path: '/a~1b', is: 'equal', value: 'x' }] }, true],
  ['a number in a text', { values: [{ path: '/text', is: 'less-than', value: 13 }] }, true],
  [
    'a member that is inherited',
    { values: [{ path: '/constructor', is: 'not-equal', value: 'x' }] },
    false,
  ],
  [
    'a member that is missing',
    { values: [{ path: '/missing', is: 'not-equal', value: 'x' }] },
    false,
  ],
  ['the hours', { hours: { from: 8, to: 18 } }, true],
  ['the night', { hours: { from: 22, to: 6 } }, false],
])('a line with %s', (_name, when, fits) => {
  expect(compilePolicy([line('one', when)])(facts) !== null).toBe(fits);
});

it('reads what is never allowed first, and then the lines from the top', () => {
  const policy = compilePolicy([
    line('first', {}, ask),
    line('second', {}, answer),
    line('last', { tool: 'pay*' }),
  ]);
  expect(policy(facts)?.id).toBe('last');
  expect(policy({ ...facts, tool: 'mail' })?.id).toBe('first');
});

it('a line that has ended decides nothing', () => {
  const ended = { ...line('ended', {}, answer), expiresAt: facts.now };
  expect(compilePolicy([ended])(facts)).toBeNull();
  expect(compilePolicy([ended])({ ...facts, now: facts.now - 1 })?.id).toBe('ended');
});

it.each([
  ['a*c', 'abc', true],
  ['a*c', 'ac', true],
  ['a*ca', 'aca', true],
  ['ab*ba', 'aba', false],
  ['*b*b*', 'bb', true],
  ['*b*b*', 'b', false],
])('%s and %s', (pattern, text, fits) => {
  expect(globOf(pattern)(text)).toBe(fits);
});
