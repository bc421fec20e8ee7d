import { exactMark, isKeptByNumber } from './exact-number.ts';
import { scanJson } from './scan-json.ts';

/** Marks bytes that were not UTF-8; inserted when the bytes are decoded. */
export const replacedMark = '\ufdd1';
/** The noncharacters that the program uses as markers, wherever they occur. */
export const marks = /[\ufdd0\ufdd1]/g;

const suspicious =
  /[:[,\s]-?(?:[\d.]{16}|\d[\d.]*[eE][+-]?\d)|[:[,\s]-0|\\u(?:[dD][89a-fA-F]|[fF][dD][dD])|[\ufdd0\ufdd1]/;

/**
 * Whether JSON text may contain what `JSON.parse` would change, found without parsing it: numbers of 16 digits or
 * with an exponent, minus zero, halves of surrogate pairs, and the noncharacters above.
 */
export const isSuspicious = (text: string): boolean => suspicious.test(text);

/** A piece of a text with what takes its place. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A text with edits applied in order; an edit inside another one is dropped. */
export function edited(text: string, edits: readonly Edit[]): string {
  let out = '';
  let at = 0;
  for (const edit of edits) {
    if (edit.start < at) continue;
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return at === 0 ? text : out + text.slice(at);
}

// Also escaped; an even number of backslashes before it escapes only themselves.
const anyMark = /[\ufdd0\ufdd1]|(?<!\\)((?:\\\\)*)\\u[fF][dD][dD][01]/g;

/** JSON text from outside, in which nothing passes for a marker of the program: U+FFFD takes its place. */
export const withoutMarks = (text: string): string =>
  text.replace(anyMark, (_found, before: string = '') => `${before}\ufffd`);

/** JSON that agents send as a text, such as the arguments of a call, with exact numbers. Throws what `JSON.parse` throws. */
export const parseExactly = (text: string): unknown => JSON.parse(withMarks(text));

/** JSON text as it enters the program: numbers that a JavaScript number would change are replaced by exact numbers. */
export function withMarks(text: string): string {
  if (!isSuspicious(` ${text}`)) return text;
  const edits = scanJson(text).tokens.flatMap(({ kind, start, end }): Edit[] => {
    const written = text.slice(start, end);
    return kind === 'number' && !isKeptByNumber(written)
      ? [{ start, end, text: JSON.stringify(exactMark + written) }]
      : [];
  });
  return edited(text, edits);
}
