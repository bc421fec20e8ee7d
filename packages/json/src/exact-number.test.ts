import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactly } from './exact-json.ts';
import {
  compareExact,
  exactNumber,
  isExactNumber,
  isKeptByNumber,
  isWhole,
  withExactNumbers,
} from './exact-number.ts';

describe('an exact number', () => {
  it('is one that a JavaScript number would change', () => {
    const kept = ['0', '1.10', '100000000000000000000', '1e21', '0.1', '0e5', '5e-324', '-1.5'];
    const lost = ['9007199254740993', '12345678901234567890', '1e-400', '1e400', '-0', '-0.0'];
    expect(kept.filter((text) => !isKeptByNumber(text))).toEqual([]);
    expect(lost.filter(isKeptByNumber)).toEqual([]);
    for (const text of lost) expect(isExactNumber(exactNumber(text))).toBe(true);
    expect(exactNumber('1.10')).toBe(1.1);
    expect(isExactNumber('\ufdd0 12')).toBe(false);
    expect(isExactNumber('12345678901234567890')).toBe(false);
  });

  it('keeps every number that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isKeptByNumber(JSON.stringify(value))).toBe(true);
      }),
    );
  });

  it('is compared by its digits', () => {
    const order = (text: string, other: number) => Math.sign(compareExact(`\ufdd0${text}`, other));
    expect(order('12345678901234567890', 12345678901234567000)).toBe(1);
    expect(order('-1e400', 5)).toBe(-1);
    expect(order('1e-400', 0)).toBe(1);
    expect(order('-0', 0)).toBe(0);
    expect(order('-12345678901234567890', -1e18)).toBe(-1);
    expect(isWhole('\ufdd012345678901234567890')).toBe(true);
    expect(isWhole('\ufdd01e-400')).toBe(false);
  });

  it('accepts a number as long as an event', () => {
    expect(isKeptByNumber(`1${'0'.repeat(900_000)}1`)).toBe(false);
  });
});

it('JSON inside a string keeps its numbers as written, at any level of wrapping', () => {
  const args = '{"account":12345678901234567890,"amount":1.50,"list":[-0,{"tiny":1e-400}]}';
  const value = parseExactly(args);
  expect(value).toEqual({
    account: '\ufdd012345678901234567890',
    amount: 1.5,
    list: ['\ufdd0-0', { tiny: '\ufdd01e-400' }],
  });
  const written = '{"account":12345678901234567890,"amount":1.5,"list":[-0,{"tiny":1e-400}]}';
  expect(withExactNumbers(JSON.stringify(value))).toBe(written);
  const wrapped = withExactNumbers(JSON.stringify({ content: JSON.stringify(value) }));
  expect(JSON.parse(wrapped).content).toBe(written);
  expect(parseExactly('12345678901234567890')).toBe('\ufdd012345678901234567890');
});
