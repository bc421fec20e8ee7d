/** A part of a text, by offsets of UTF-16 code units. */
export interface Span {
  start: number;
  end: number;
  /** 0 to 1. */
  confidence: number;
}

/** Finds one kind of personal or secret data. */
export interface Rule {
  /** As the report and the policy name it. */
  name: string;
  /** As the placeholder names it: `EMAIL` in `[EMAIL_1]`. */
  label: string;
  /**
   * The spans in a folded text. `cue` is what precedes the text: the name of the member that holds it, as words. A rule must be
   * linear in the length of the text, for any content.
   */
  find(text: string, cue: string): Span[];
}

/** All matches of an expression, or of one of its groups, that pass a test. */
export function spansOf(
  text: string,
  expression: RegExp,
  {
    group = 0,
    confidence = 0.9,
    test = () => true,
  }: {
    group?: number;
    confidence?: number;
    test?: (found: string, start: number) => boolean;
  } = {},
): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(expression)) {
    const found = match[group];
    if (found === undefined || found === '') continue;
    const start = group === 0 ? match.index : match.index + match[0].lastIndexOf(found);
    if (test(found, start)) spans.push({ start, end: start + found.length, confidence });
  }
  return spans;
}

/** A rule of expressions alone. */
export const patternRule = (
  name: string,
  label: string,
  expressions: readonly RegExp[],
  {
    confidence = 0.9,
    test = () => true,
  }: { confidence?: number; test?: (found: string, start: number) => boolean } = {},
): Rule => ({
  name,
  label,
  find: (text) =>
    expressions.flatMap((expression) => spansOf(text, expression, { confidence, test })),
});

/** How far before a value its cue may be. */
const cueChars = 40;

/** Whether one of the words is closely before a place, or names the member that holds the text. */
export function hasCue(text: string, start: number, cue: string, words: RegExp): boolean {
  return words.test(cue) || words.test(text.slice(Math.max(0, start - cueChars), start));
}
