import { contentWords } from './content-words.ts';
import { verbClasses } from './verb-classes.ts';
import type { WordVectors } from './word-vectors.ts';

/** The similarity of two verbs of one class. */
const sameVerb = 0.9;
/** Rows that are kept, each of the length of the vocabulary: agents repeat their words. */
const maxRows = 512;

/** Compares meanings: for each word of a text the nearest word of an entry, by vectors. */
export interface MeaningIndex {
  /** The score of each entry for a text, 0 to 1, in the order of the entries. Words without a vector do not count. */
  scores(text: string): Float32Array;
  /** The words of a text that an entry has a near one for, nearest first. */
  nearest(text: string, entry: number): { word: string; found: string; similarity: number }[];
}

export function createMeaningIndex(
  entries: readonly { label: string; context: string }[],
  vectors: WordVectors,
): MeaningIndex {
  const { dimensions } = vectors;
  const vocabulary = new Map<string, number>();
  const split = (text: string) =>
    [...new Set(contentWords(text))].filter((word) => vectors.rankOf(word) >= 0);
  // The same text is asked about for many entries.
  let last = { text: '', words: split('') };
  const known = (text: string): readonly string[] => {
    if (last.text !== text) last = { text, words: split(text) };
    return last.words;
  };
  const wordsOf = entries.map(({ label, context }) =>
    Int32Array.from(split(`${label} ${context}`), (word) => {
      const number = vocabulary.get(word) ?? vocabulary.size;
      vocabulary.set(word, number);
      return number;
    }),
  );
  const vocabularyWords = [...vocabulary.keys()];
  const matrix = new Float32Array(vocabulary.size * dimensions);
  for (const [at, word] of vocabularyWords.entries()) {
    vectors.copyInto(matrix, at * dimensions, vectors.rankOf(word));
  }
  const rows = new Map<string, Float32Array>();
  /** The words of the vocabulary by the classes of their verbs. */
  const verbs = new Map<number, number[]>();
  for (const [at, word] of vocabularyWords.entries()) {
    for (const number of verbClasses(word)) verbs.set(number, [...(verbs.get(number) ?? []), at]);
  }

  /**
   * How near words are to each word of the vocabulary, squared, so that one near word is more than many that are half near.
   */
  const rowsOf = (words: readonly string[]): Float32Array[] => {
    if (rows.size + words.length > maxRows) rows.clear();
    const fresh = words.filter((word) => !rows.has(word));
    const made = fresh.map((word) => {
      const vector = new Float32Array(dimensions);
      vectors.copyInto(vector, 0, vectors.rankOf(word));
      return { word, row: squaredProducts(matrix, vector) };
    });
    for (const { word, row } of made) {
      for (const number of verbClasses(word)) {
        for (const at of verbs.get(number) ?? []) row[at] = Math.max(row[at] ?? 0, sameVerb ** 2);
      }
      const itself = vocabulary.get(word);
      if (itself !== undefined) row[itself] = 1;
      rows.set(word, row);
    }
    return words.map((word) => rows.get(word) ?? new Float32Array(vocabulary.size));
  };

  return {
    scores(text) {
      const scores = new Float32Array(entries.length);
      const words = known(text);
      // A rare word says more.
      const weights = words.map((word) => Math.log(2 + vectors.rankOf(word)));
      const sum = weights.reduce((total, weight) => total + weight, 0);
      for (const [at, row] of rowsOf(words).entries()) {
        const weight = (weights[at] ?? 0) / sum;
        for (let entry = 0; entry < scores.length; entry += 1) {
          scores[entry] = (scores[entry] ?? 0) + weight * bestIn(row, wordsOf[entry]);
        }
      }
      return scores;
    },
    nearest(text, entry) {
      const words = known(text);
      return rowsOf(words)
        .map((row, place) => {
          const word = words[place] ?? '';
          const similarity = bestIn(row, wordsOf[entry]);
          const at = wordsOf[entry]?.find((one) => row[one] === similarity) ?? -1;
          return { word, found: vocabularyWords[at] ?? '', similarity };
        })
        .filter(({ similarity }) => similarity >= 0.25)
        .sort((one, other) => other.similarity - one.similarity);
    },
  };
}

const noWords = new Int32Array();

function bestIn(row: Float32Array, words: Int32Array = noWords): number {
  let best = 0;
  for (let at = 0; at < words.length; at += 1) {
    const near = row[words[at] ?? 0] ?? 0;
    if (near > best) best = near;
  }
  return best;
}

/**
 * The squares of the products of a vector with each row of a matrix, 0 where the product is negative. One function without calls, and
 * four sums instead of one, each of which would wait for the one before it: a third of the time.
 */
function squaredProducts(matrix: Float32Array, vector: Float32Array): Float32Array {
  const { length } = vector;
  const products = new Float32Array(matrix.length / length);
  for (let row = 0; row < products.length; row += 1) {
    const offset = row * length;
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let at = 0; at < length; at += 4) {
      first += (vector[at] ?? 0) * (matrix[offset + at] ?? 0);
      second += (vector[at + 1] ?? 0) * (matrix[offset + at + 1] ?? 0);
      third += (vector[at + 2] ?? 0) * (matrix[offset + at + 2] ?? 0);
      fourth += (vector[at + 3] ?? 0) * (matrix[offset + at + 3] ?? 0);
    }
    const product = first + second + third + fourth;
    products[row] = product <= 0 ? 0 : product * product;
  }
  return products;
}
