import { BinaryFault } from './binary-fault.ts';

/** A number in JSON. Integers of 64 bits keep all their digits: the text is read like that of any other frame. */
export function jsonNumber(value: number | bigint): string {
  if (typeof value === 'bigint') return value.toString();
  if (!Number.isFinite(value)) throw new BinaryFault('a number is not finite');
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Deeper values are refused: they are read by recursion. */
export const maxBinaryDepth = 500;
