import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternTest } from './pattern.ts';

describe('patternTest', () => {
  it.each([
    ['^(a+)+$', `${'a'.repeat(50_000)}!`],
    ['^(a|aa)+$', `${'a'.repeat(50_000)}!`],
    ['^(a|a)*$', `${'a'.repeat(50_000)}!`],
    ['(x+x+)+y', 'x'.repeat(50_000)],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(20_000)],
    ['^([\\w.-]+)+@$', 'a'.repeat(50_000)],
    ['(.*)*(.*)*(.*)*z', 'a'.repeat(20_000)],
  ])('%s comes to an end', (pattern, text) => {
    expect(patternTest(pattern)(text)).not.toBe(true);
  });

  it('is fast for patterns that take a backtracking engine for ever', () => {
    expect(patternTest('^(a+)+$')(`${'a'.repeat(10_000)}!`)).toBe(false);
    expect(patternTest('^(a+)+$')('a'.repeat(10_000))).toBe(true);
  });

  it.each([
    '(',
    '[',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '(?<=a)b',
    '(?<!a)b',
    'a{9999}',
    '((a{99}){99}){99}',
    'x'.repeat(6_000),
  ])('does not judge by %j', (pattern) => {
    expect(patternTest(pattern)('a')).toBeNull();
  });

  const patterns = [
    '^[0-9]{5}$',
    '^[A-Z]{2,3}-\\d+$',
    'a|b|',
    '^(?:a|b)*c?$',
    '\\bfoo\\b',
    '\\Boo',
    '^.$',
    '^.{2,}$',
    '[^a-c]+$',
    '^\\s*$',
    '^\\p{L}+$',
    '^[\\p{L}\\d_-]+$',
    '^(?=.*\\d)(?=.*[a-z]).{3,}$',
    '^(?!admin$)\\w+$',
    '^\\u0041',
    '^\\x61',
    '^\\u{1F44D}$',
    '\\.',
    '^\\/a',
    '^[\\]a]$',
    '^a*?b+?$',
    '^(a(b(c)?)?)?$',
    '^$',
    '',
    'a{0}b',
    '^a{2}$',
    '\\t',
    '^(?<year>\\d{4})$',
    '^-?\\d+(\\.\\d{1,2})?$',
    '^[^\\s@]+@[^\\s@]+$',
  ];

  it.each(patterns)('%s means what the platform says it means', (pattern) => {
    const native = new RegExp(pattern, 'u');
    const test = patternTest(pattern);
    const letter = fc.constantFrom(...'abcAZ019-_ .@/]👍é\n\tfo');
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 8 }), (text) => {
        expect(test(text)).toBe(native.test(text));
      }),
    );
  });

  it('reads patterns from before Unicode', () => {
    expect(patternTest('^\\d\\-\\d$')('1-2')).toBe(true);
    expect(patternTest('^\\_$')('_')).toBe(true);
  });

  it('agrees with the platform on random patterns', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '(a|b)',
      '(?:ab)',
      '\\w',
      '^',
      '$',
      '\\b',
    );
    const part = fc
      .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}'))
      .map(([one, times]) => (/^(?:\^|\$|\\b)$/.test(one) ? one : one + times));
    const pattern = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        pattern,
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 7 }),
        (source, text) => {
          expect(patternTest(source)(text)).toBe(new RegExp(source, 'u').test(text));
        },
      ),
      { numRuns: runs(2_000) },
    );
  });
});
