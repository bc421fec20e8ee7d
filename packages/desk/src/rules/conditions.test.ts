import type { RuleCondition } from '@countersign/api/rule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOfConditions, holds } from './conditions.ts';

const payload = {
  budget: 10,
  currency: 'EUR',
  note: null,
  lines: [
    { sku: 'a', price: 3 },
    { sku: 'b', price: 7 },
  ],
  tags: ['small', { deep: [1, 2] }],
};
const one = (path: string, is: RuleCondition['is'], value?: unknown): boolean =>
  holds([value === undefined ? { path, is } : { path, is, value }], payload);

it.each<[string, RuleCondition['is'], unknown, boolean]>([
  ['$.budget', 'present', undefined, true],
  ['$.note', 'present', undefined, true],
  ['$.none', 'present', undefined, false],
  ['$.none', 'absent', undefined, true],
  ['$.note', 'absent', undefined, false],
  ['$.note', 'equal', null, true],
  ['$.none', 'equal', null, false],
  ['$.budget', 'equal', 10, true],
  ['$.budget', 'equal', '10', false],
  ['$.lines[0]', 'equal', { price: 3, sku: 'a' }, true],
  ['$.budget', 'not-equal', 11, true],
  ['$.none', 'not-equal', 11, false],
  ['$.currency', 'one-of', ['USD', 'EUR'], true],
  ['$.currency', 'one-of', ['USD'], false],
  ['$.budget', 'less-than', 10, false],
  ['$.budget', 'at-most', 10, true],
  ['$.budget', 'more-than', 9.5, true],
  ['$.budget', 'at-least', 11, false],
  ['$.budget', 'less-than', '99', false],
  ['$.currency', 'less-than', 'F', true],
  ['$.note', 'at-most', 10, false],
  ['$.currency', 'containing', 'EU', true],
  ['$.currency', 'containing', 'US', false],
  ['$.tags', 'containing', 'small', true],
  ['$.tags', 'containing', { deep: [1, 2] }, true],
  ['$.tags', 'containing', 'sma', false],
  ['$.budget', 'containing', 1, false],
  // All that is selected must pass.
  ['$.lines[*].price', 'less-than', 8, true],
  ['$.lines[*].price', 'less-than', 7, false],
  ['$.lines[?@.price > 5].sku', 'equal', 'b', true],
  ["$.lines[?match(@.sku, '[ab]')]", 'present', undefined, true],
  ['$..price', 'at-most', 7, true],
])('%s %s %j is %s', (path, is, value, verdict) => {
  expect(one(path, is, value)).toBe(verdict);
});

it('holds when every condition holds, and without conditions', () => {
  expect(holds([], payload)).toBe(true);
  expect(
    holds(
      [
        { path: '$.budget', is: 'at-most', value: 10 },
        { path: '$.currency', is: 'equal', value: 'USD' },
      ],
      payload,
    ),
  ).toBe(false);
});

it('does not find inherited properties', () => {
  for (const path of ['$.constructor', '$.toString', '$.lines.length', '$.__proto__']) {
    expect(one(path, 'present')).toBe(false);
  }
});

it('throws for a path that selects without end', () => {
  const wide = { list: Array.from({ length: 50 }, () => [1]) };
  const many = `$${'[*,*]'.repeat(12)}`;
  expect(() => holds([{ path: many, is: 'present' }], { a: [[[[[[[[[[[1]]]]]]]]]]] })).toThrow();
  expect(holds([{ path: '$.list[*]', is: 'present' }], wide)).toBe(true);
});

describe('valid conditions', () => {
  it.each<[RuleCondition, string]>([
    [{ path: 'budget', is: 'present' }, '/0/path'],
    [{ path: '$[', is: 'present' }, '/0/path'],
    [{ path: '$[?exec(@)]', is: 'present' }, '/0/path'],
    [{ path: '$.a', is: 'equal' }, '/0/value'],
    [{ path: '$.a', is: 'one-of', value: 'x' }, '/0/value'],
    [{ path: '$.a', is: 'less-than', value: true }, '/0/value'],
    [{ path: '$.a', is: 'present', value: 1 }, '/0/value'],
  ])('refuses %j', (condition, path) => {
    expect(faultsOfConditions([condition])).toMatchObject([
      { path, message: expect.any(String), statement: { code: expect.stringMatching(/^rule\./) } },
    ]);
  });

  it('never throws for a text that is not a path', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (path) => {
        const faults = faultsOfConditions([
          { path: `$${path}`, is: 'present' },
          { path, is: 'present' },
        ]);
        expect(Array.isArray(faults)).toBe(true);
      }),
    );
  });
});
