import type { CustomTypesConfig } from 'pg';
import pg from 'pg';
import type { SqlValue } from '../port.ts';

/** A text in PostgreSQL holds no NUL: it is stored as this, a character that stands for nothing, and a digit; so is the character. */
const mark = '\u{10FFFE}';

export function toStored(value: SqlValue): SqlValue {
  if (typeof value !== 'string' || !(value.includes('\0') || value.includes(mark))) return value;
  return value.replaceAll(mark, `${mark}1`).replaceAll('\0', `${mark}0`);
}

const fromStored = (text: string): string =>
  text.includes(mark) ? text.replaceAll(`${mark}0`, '\0').replaceAll(`${mark}1`, mark) : text;

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
