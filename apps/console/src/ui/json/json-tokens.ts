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
