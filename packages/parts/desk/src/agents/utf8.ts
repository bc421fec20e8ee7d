import { isUtf8 } from 'node:buffer';
import { replacedMark } from '@countersign/json/exact-json';

/** Decodes bytes, cut anywhere, to text. */
export interface Utf8Reader {
  read(bytes: Uint8Array): string;
}

/**
 * A decoder of UTF-8 that marks what it replaces: invalid bytes become `replacedMark`; U+FFFD is returned only if it was sent. A
 * later reader can distinguish the two, and report the event that contained them.
 */
export function createUtf8Reader(): Utf8Reader {
  let rest = Buffer.alloc(0);
  return {
    read(bytes) {
      const all = rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes]);
      const end = all.length - unfinished(all);
      rest = Buffer.from(all.subarray(end));
      const whole = all.subarray(0, end);
      return isUtf8(whole) ? whole.toString('utf8') : marked(whole);
    },
  };
}

const sentReplacement = Buffer.from('\ufffd');

function marked(bytes: Buffer): string {
  const parts: string[] = [];
  let start = 0;
  for (;;) {
    const next = bytes.indexOf(sentReplacement, start);
    const part = bytes.subarray(start, next === -1 ? bytes.length : next);
    parts.push(part.toString('utf8').replaceAll('\ufffd', replacedMark));
    if (next === -1) return parts.join('\ufffd');
    start = next + sentReplacement.length;
  }
}

/** Whether a second byte is valid after a first one: no overlong encodings, no surrogates, nothing above U+10FFFF. */
function mayFollow(first: number, second: number | undefined): boolean {
  if (second === undefined) return true;
  if (first === 0xe0) return second >= 0xa0;
  if (first === 0xed) return second < 0xa0;
  if (first === 0xf0) return second >= 0x90;
  return first !== 0xf4 || second < 0x90;
}

/** The number of bytes at the end that start an incomplete character. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 && byte <= 0xf4 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
    return byte < 0xf5 && length > back && mayFollow(byte, bytes[bytes.length - back + 1])
      ? back
      : 0;
  }
  return 0;
}
