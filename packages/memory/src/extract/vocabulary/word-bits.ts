/** Bits that a word sets: with nine in the table for each word, one in sixty of those that are not in it seems to be. */
const hashes = 6;

/** A word as the tables have it: without case, and without what follows an apostrophe. */
export const foldWord = (word: string): string =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’`](?:s|e|in|un|a|ya|nin|nun|da|de)?$/u, '')
    .replace(/[’`]/gu, "'");

/** FNV-1a, from two beginnings: the two give as many places as wanted. */
function hash(word: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < word.length; at += 1) {
    value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  }
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
}

/** The bits of a word in a table of that many: one that has all of them is in the set, as are some others (a Bloom filter). */
export function bitPlaces(word: string, size: number): number[] {
  const one = hash(word, 0x811c9dc5);
  const other = hash(word, 0x9747b28c) | 1;
  return Array.from({ length: hashes }, (_, at) => ((one + at * other) >>> 0) % size);
}

/** Whether the words of the table have one, in the form of {@link foldWord}. */
export const hasWord = (bytes: Uint8Array, word: string): boolean =>
  bitPlaces(word, bytes.length * 8).every(
    (place) => ((bytes[place >> 3] ?? 0) & (1 << (place & 7))) !== 0,
  );

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The table out of base64, as its file has it. */
export function readBits(text: string): Uint8Array {
  const values = new Uint8Array(128);
  for (let at = 0; at < alphabet.length; at += 1) values[alphabet.charCodeAt(at)] = at;
  const length = text.replace(/=+$/, '').length;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let held = 0;
  for (let at = 0; at < length; at += 1) {
    held = ((held << 6) | (values[text.charCodeAt(at)] ?? 0)) & 0xffffff;
    if (at % 4 > 0) bytes[3 * (at >> 2) + (at % 4) - 1] = (held >> (6 - 2 * (at % 4))) & 0xff;
  }
  return bytes;
}
