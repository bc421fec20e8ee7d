import { normalise } from './search-text.ts';

const dimensions = 512;

/**
 * A text as a vector of the runs of two to four characters in it, hashed into 512 places: similar spellings give similar vectors, in
 * any language. It knows no meanings. Its length is 1, or 0 for an empty text.
 */
export function hashedVector(text: string): Float32Array {
  const counts = new Float32Array(dimensions);
  const chars = [...` ${normalise(text)} `];
  for (let size = 2; size <= 4; size += 1) {
    for (let at = 0; at + size <= chars.length; at += 1) {
      const place = hashOf(chars, at, size) % dimensions;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  let square = 0;
  for (const [place, count] of counts.entries()) {
    const weight = count === 0 ? 0 : 1 + Math.log(count);
    counts[place] = weight;
    square += weight * weight;
  }
  const length = Math.sqrt(square);
  return length === 0 ? counts : counts.map((weight) => weight / length);
}

/** FNV-1a over code points. */
function hashOf(chars: readonly string[], start: number, size: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < start + size; at += 1) {
    hash = Math.imul(hash ^ (chars[at]?.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}
