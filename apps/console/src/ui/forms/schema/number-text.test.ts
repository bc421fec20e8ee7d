import { isKeptByNumber } from '@countersign/json/exact-number';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber } from './number-text.ts';

describe('readNumber', () => {
  it.each<[string, unknown]>([
    ['', { empty: true }],
    ['  ', { empty: true }],
    ['8', { value: 8 }],
    ['8.', { value: 8 }],
    ['.5', { value: 0.5 }],
    ['8,5', { value: 8.5 }],
    ['0,125', { value: 0.125 }],
    ['+3', { value: 3 }],
    ['-0.10', { value: -0.1 }],
    ['1e3', { value: 1000 }],
    ['007', { value: 7 }],
    ['9007199254740993', { value: '\ufdd09007199254740993' }],
    ['0.1234567890123456789', { value: '\ufdd00.1234567890123456789' }],
    ['1e400', { value: '\ufdd01e400' }],
    ['1,000', { text: '1,000' }],
    ['1.000,5', { text: '1.000,5' }],
    ['0x10', { text: '0x10' }],
    ['Infinity', { text: 'Infinity' }],
    ['-', { text: '-' }],
    ['ten', { text: 'ten' }],
  ])('%j', (typed, expected) => {
    expect(readNumber(typed)).toEqual(expected);
  });

  it('reads every number as it is written, and never another', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isKeptByNumber(String(value))).toBe(true);
        // JSON does not distinguish -0 from 0.
        expect(readNumber(String(value))).toEqual({ value: value === 0 ? 0 : value });
      }),
    );
  });

  it('takes a long row of digits as a JavaScript number only when none of them is lost', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (figure) => {
        const isKept = BigInt(Number(figure)) === figure || isShort(figure);
        expect(isKeptByNumber(String(figure))).toBe(isKept);
      }),
    );
  });
});

/** A number is written with at most 17 digits: 10^23 is exact as text, regardless of its binary form. */
const isShort = (figure: bigint) => String(Number(figure)) === asNumberIsWritten(figure);

function asNumberIsWritten(figure: bigint): string {
  const digits = String(figure);
  if (digits.length <= 21) return digits;
  const short = digits.replace(/0+$/, '');
  const fraction = short.length > 1 ? `.${short.slice(1)}` : '';
  return `${short.charAt(0)}${fraction}e+${String(digits.length - 1)}`;
}
