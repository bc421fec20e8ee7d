import type { CustomTypesConfig } from 'pg';
import pg from 'pg';
import { fromStored } from '../any-text.ts';

/** A whole number of 64 bits. Throws where a number of JavaScript would be another one. */
function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is not a safe integer.`);
  return number;
}

const { builtins } = pg.types;
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  // Sums of whole numbers, and averages.
  [builtins.NUMERIC, Number],
  [builtins.BOOL, (text) => (text === 't' ? 1 : 0)],
  [builtins.TEXT, fromStored],
]);

/** Reads columns as the embedded store does: numbers, texts and bytes; yes and no as 1 and 0. */
export const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' ? parsers.get(oid) : undefined) ?? pg.types.getTypeParser(oid, format),
};
