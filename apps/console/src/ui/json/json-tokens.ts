import { withExactNumbers } from '@countersign/json/exact-number';

export interface JsonToken {
  kind: 'key' | 'string' | 'number' | 'word' | 'plain';
  text: string;
}

const pattern =
  /("(?:[^"\\]|\\[\s\S])*(?:"|\\?$))(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\btrue\b|\bfalse\b|\bnull\b)/g;

/**
 * Splits JSON text into coloured pieces. The text may be cut anywhere: it is what has arrived so far,
 * so nothing is parsed, and joining the pieces gives the text back.
 */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) tokens.push({ kind: 'plain', text: text.slice(at, match.index) });
    const [all, string, colon, number] = match;
    if (string !== undefined) {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: string });
      if (colon !== undefined) tokens.push({ kind: 'plain', text: colon });
    } else tokens.push({ kind: number === undefined ? 'word' : 'number', text: all });
    at = match.index + all.length;
  }
  if (at < text.length) tokens.push({ kind: 'plain', text: text.slice(at) });
  return tokens;
}

/** JSON on one line with a space after each colon and comma, as people write it. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(
      ([key, held]) => `${JSON.stringify(key)}: ${oneLine(held)}`,
    );
    return `{${members.join(', ')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** A value as JSON text: on one line while it fits in `width` characters, else indented. */
export function jsonText(value: unknown, width = 96): string {
  const indented = withExactNumbers(JSON.stringify(value, null, 2) ?? 'null');
  if (indented.length > width * 4) return indented;
  const line = withExactNumbers(oneLine(value));
  return line.length <= width ? line : indented;
}
