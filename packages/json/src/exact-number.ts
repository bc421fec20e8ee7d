/**
 * Prefix of a number that JavaScript cannot represent (a string of `\uFDD0` and the number as written): a noncharacter, reserved
 * by Unicode for use inside a program. It cannot enter from outside: see `keepExact`.
 */
export const exactMark = '\ufdd0';

const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export type ExactNumber = `\ufdd0${string}`;

/** A number kept as it was written: text that is a number everywhere but in a JavaScript value. */
export const isExactNumber = (value: unknown): value is ExactNumber =>
  typeof value === 'string' && value.startsWith(exactMark) && numberText.test(value.slice(1));

/** A number as JSON writes it, without losing a digit: a JavaScript number or an exact number. */
export const exactNumber = (written: string): number | string =>
  isKeptByNumber(written) || !numberText.test(written) ? Number(written) : exactMark + written;

/** How an exact number was written. */
export const writtenNumber = (value: string): string => value.slice(exactMark.length);

/** Sign, digits without zeros around them, and power of ten of the last: equal for texts that mean one number. */
interface Decimal {
  negative: boolean;
  digits: string;
  power: number;
}

function decimalOf(text: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  // Not by a regular expression, which would be too slow for a million zeros and a one.
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  const short = digits.slice(0, end);
  if (short === '') return { negative: sign === '-', digits: '', power: 0 };
  const power = Number(exponent) - fraction.length + (digits.length - short.length);
  return { negative: sign === '-', digits: short, power };
}

/** Whether a number written in JSON means the same after it was read as a JavaScript number and written again. */
export function isKeptByNumber(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  if (value === 0) return !written.startsWith('-') && decimalOf(written).digits === '';
  const [from, to] = [decimalOf(written), decimalOf(String(value))];
  return from.digits === to.digits && from.power === to.power;
}

/** Whether an exact number is a whole one. */
export const isWhole = (value: string): boolean => decimalOf(writtenNumber(value)).power >= 0;

/** Below zero, zero or above, as the exact number is less than, equal to or more than another number. */
export function compareExact(value: string, other: number): number {
  const left = decimalOf(writtenNumber(value));
  const right = decimalOf(String(other));
  const sign = ({ digits, negative }: Decimal) => (digits === '' ? 0 : negative ? -1 : 1);
  if (sign(left) !== sign(right)) return sign(left) - sign(right);
  if (sign(left) === 0) return 0;
  const size = ({ digits, power }: Decimal) => digits.length + power;
  if (size(left) !== size(right)) return (size(left) - size(right)) * sign(left);
  const length = Math.max(left.digits.length, right.digits.length);
  const [a, b] = [left.digits.padEnd(length, '0'), right.digits.padEnd(length, '0')];
  return a === b ? 0 : (a < b ? -1 : 1) * sign(left);
}

// Also in JSON text that is itself a text of JSON: the quotes of both have the same backslashes before them.
const inJson = /(\\*)"\ufdd0(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)\1"/g;

/** JSON text as it leaves the program: exact numbers as they were written. */
export const withExactNumbers = (json: string): string =>
  json.includes(exactMark) ? json.replace(inJson, '$2') : json;
