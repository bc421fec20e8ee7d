import { exactNumber, isExactNumber, isKeptByNumber } from '@countersign/json/exact-number';

/** A number as a person types it, read without losing a digit: what JavaScript would round is an exact number. */
export type NumberReading = { empty: true } | { value: number | string } | { text: string };

/**
 * Reads typed text: a decimal comma is a decimal point. Text that is not a number, and the ambiguous `1,000`, stay text, so that
 * nothing typed is lost and the field can show an error.
 */
export function readNumber(typed: string): NumberReading {
  const text = typed.trim();
  if (text === '') return { empty: true };
  const pointed = /^[+-]?\d*,\d+$/.test(text) ? text.replace(',', '.') : text;
  const isAmbiguous = /^[+-]?[1-9]\d{0,2},\d{3}$/.test(text);
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(pointed);
  if (!isNumber || isAmbiguous) return { text };
  const value = exactNumber(pointed);
  // `+1e400` is none that JSON can write.
  return isExactNumber(value) || isKeptByNumber(pointed.replace(/^\+/, '')) ? { value } : { text };
}
