import { addWord, describedWords, nameWords, type Words } from './description-words.ts';
import type { MediationField } from './mediation-field.ts';

const nameWeight = 0.4;
const containerWeight = 0.15;

/** The words that describe a field: its description, then its name, its concepts, and with a low weight its containers. */
export function fieldWords(field: MediationField): Words {
  const found = describedWords(field.description);
  const weight = found.size === 0 ? 1 : nameWeight;
  for (const word of nameWords(field.name).keys()) addWord(found, word, weight);
  for (const concept of field.concepts) addWord(found, `concept ${concept}`, 1);
  const containers = field.pointer.split('/').slice(1, -1);
  for (const container of containers.filter((token) => token !== '*' && token !== field.name)) {
    for (const word of nameWords(container).keys()) addWord(found, word, containerWeight);
  }
  return found;
}

/** In how many fields of a side a word occurs: a word in all of them does not distinguish any. */
export function frequencies(side: readonly Words[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of side) {
    for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** The words of a field, weighted by rarity, with the length of the vector. */
export interface Vector {
  worths: ReadonlyMap<string, number>;
  length: number;
}

export function vectorOf(words: Words, frequency: (word: string) => number): Vector {
  const worths = new Map(
    [...words].map(([word, weight]) => [word, weight / Math.sqrt(Math.max(1, frequency(word)))]),
  );
  const square = [...worths.values()].reduce((sum, worth) => sum + worth ** 2, 0);
  return { worths, length: Math.sqrt(square) };
}

export interface Likeness {
  /** 0 to 1. */
  score: number;
  /** The common words, the most significant first. */
  shared: string[];
}

/** The similarity of two fields: the cosine of their words. */
export function likeness(left: Vector, right: Vector): Likeness {
  const products = [...left.worths]
    .map(([word, worth]) => ({ word, product: worth * (right.worths.get(word) ?? 0) }))
    .filter(({ product }) => product > 0)
    .sort((one, other) => other.product - one.product);
  const lengths = left.length * right.length;
  const dot = products.reduce((sum, { product }) => sum + product, 0);
  return {
    score: lengths === 0 ? 0 : dot / lengths,
    shared: products.map(({ word }) => word.replace(/^concept /, '')),
  };
}
