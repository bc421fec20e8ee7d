/** Bytes of a code point in JSON as UTF-8, escapes counted. */
function bytesOf(code: number): number {
  if (code === 0x22 || code === 0x5c) return 2;
  // An upper bound: the short escapes of JSON take less.
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return 6;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_0000 ? 3 : 4;
}

/** How many bytes a text takes in JSON as UTF-8, its quotes not counted; never fewer than it really does. */
export function jsonBytes(text: string): number {
  let bytes = 0;
  for (const sign of text) bytes += bytesOf(sign.codePointAt(0) ?? 0);
  return bytes;
}

const gap = '…';
const gapBytes = 3;

/** The end of the longest start that takes at most `maxBytes`. */
function headEnd(text: string, maxBytes: number): number {
  let left = maxBytes;
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    left -= bytesOf(code);
    if (left < 0) return at;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** The start of the longest end that takes at most `maxBytes`. */
function tailStart(text: string, maxBytes: number): number {
  let left = maxBytes;
  let at = text.length;
  while (at > 0) {
    const pair = at > 1 ? (text.codePointAt(at - 2) ?? 0) : 0;
    const step = pair > 0xffff ? 2 : 1;
    left -= bytesOf(step === 2 ? pair : text.charCodeAt(at - 1));
    if (left < 0) return at;
    at -= step;
  }
  return at;
}

/**
 * A text of at most `maxBytes` in JSON: a longer one is cut in its middle, because titles with the same start differ at their ends.
 * No code point is cut in two.
 */
export function cutMiddle(text: string, maxBytes: number): string {
  // A character takes at most six bytes, so short texts need not be counted.
  if (text.length * 6 <= maxBytes || headEnd(text, maxBytes) === text.length) return text;
  const room = Math.max(0, maxBytes - gapBytes);
  const head = Math.ceil(room * 0.6);
  return `${text.slice(0, headEnd(text, head))}${gap}${text.slice(tailStart(text, room - head))}`;
}
