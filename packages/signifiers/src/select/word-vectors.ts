/** Words as vectors of which the cosine is a similarity of meaning. English only. */
export interface WordVectors {
  readonly dimensions: number;
  /** The place of a word by its frequency, 0 being the most frequent; -1 = there is no such word. */
  rankOf(word: string): number;
  /** The vector of the word at a place, of length 1, written into a part of another array. */
  copyInto(target: Float32Array, offset: number, rank: number): void;
}

/** The dimensions of the vectors in `vectors/`. */
const dimensions = 100;

/**
 * Reads the files that `scripts/word-vectors.mjs` makes.
 *
 * @param words The words, one a line, the most frequent first.
 * @param rows The vector of each, as whole numbers of one byte. Each row has its own scale: only directions count.
 * @throws {RangeError} if the files are not of one make.
 */
export function readWordVectors(words: string, rows: Int8Array): WordVectors {
  const ranks = new Map(words.split('\n').map((word, rank) => [word, rank]));
  if (ranks.size * dimensions !== rows.length) {
    throw new RangeError(`${ranks.size} words, and ${rows.length / dimensions} vectors`);
  }
  return {
    dimensions,
    rankOf: (word) => ranks.get(word) ?? -1,
    copyInto(target, offset, rank) {
      const start = rank * dimensions;
      let square = 0;
      for (let at = 0; at < dimensions; at += 1) square += (rows[start + at] ?? 0) ** 2;
      const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
      for (let at = 0; at < dimensions; at += 1) {
        target[offset + at] = (rows[start + at] ?? 0) * scale;
      }
    },
  };
}
