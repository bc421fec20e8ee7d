import { BinaryFault } from './binary-fault.ts';

/** Decodes strict UTF-8 (RFC 3629): overlong forms and surrogates are refused. @throws BinaryFault */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; ) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) {
      text += String.fromCharCode(first);
      at += 1;
    } else {
      const length = lengthOf(first);
      if (at + length > end) throw notUtf8();
      text += String.fromCodePoint(codePointAt(bytes, at, length));
      at += length;
    }
  }
  return text;
}

const notUtf8 = () => new BinaryFault('a text is not UTF-8');

function lengthOf(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  if (first >= 0xf0 && first <= 0xf4) return 4;
  throw notUtf8();
}

const smallest = [0, 0, 0x80, 0x800, 0x1_0000];

function codePointAt(bytes: Uint8Array, at: number, length: number): number {
  let code = (bytes[at] ?? 0) & (0xff >> (length + 1));
  for (let next = at + 1; next < at + length; next += 1) {
    const byte = bytes[next] ?? 0;
    if ((byte & 0xc0) !== 0x80) throw notUtf8();
    code = (code << 6) | (byte & 0x3f);
  }
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < (smallest[length] ?? 0) || isSurrogate || code > 0x10_ffff) throw notUtf8();
  return code;
}

/** The number of bytes of a text. A lone surrogate becomes U+FFFD, as everywhere on the web. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if (isPairAt(text, at)) {
      length += 4;
      at += 1;
    } else length += 3;
  }
  return length;
}

const isPairAt = (text: string, at: number): boolean => {
  const high = text.charCodeAt(at);
  const low = text.charCodeAt(at + 1);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
};

/** Writes a text into `target`, where there is room for it. Returns the position behind it. */
export function writeUtf8(text: string, target: Uint8Array, start: number): number {
  let to = start;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      target[to] = unit;
      to += 1;
      continue;
    }
    const isPair = isPairAt(text, at);
    const isLone = !isPair && unit >= 0xd800 && unit <= 0xdfff;
    const code = isLone ? 0xfffd : (text.codePointAt(at) ?? 0xfffd);
    if (isPair) at += 1;
    const length = code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    for (let next = length - 1; next > 0; next -= 1) {
      target[to + next] = 0x80 | ((code >> (6 * (length - 1 - next))) & 0x3f);
    }
    target[to] = ((0xf00 >> length) & 0xff) | (code >> (6 * (length - 1)));
    to += length;
  }
  return to;
}
