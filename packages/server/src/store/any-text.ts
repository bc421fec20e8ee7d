import type { SqlValue } from './port.ts';

/**
 * No engine gives a NUL in a text back: PostgreSQL has none, and the library of the embedded one ends a text there. It is stored as this,
 * a character that stands for nothing, and a digit; so is the character.
 */
const mark = '\u{10FFFE}';

export function toStored(value: SqlValue): SqlValue {
  if (typeof value !== 'string' || !(value.includes('\0') || value.includes(mark))) return value;
  return value.replaceAll(mark, `${mark}1`).replaceAll('\0', `${mark}0`);
}

export const fromStored = (text: string): string =>
  text.includes(mark) ? text.replaceAll(`${mark}0`, '\0').replaceAll(`${mark}1`, mark) : text;

/** The other side of a comparison with a text that was taken out of JSON: `json_extract(?, '$')`. */
export const inJson = (text: string): string => JSON.stringify(text);
