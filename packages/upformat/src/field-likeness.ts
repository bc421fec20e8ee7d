import { addWord, describedWords, nameWords, type Words } from './description-words.ts';
import type { MediationField } from './mediation-field.ts';

const nameWeight = 0.4;
const containerWeight = 0.15;

/** All a field says of itself in words: description first, then its name, its concepts, and a little of what contains it. */
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

/** In how many fields of a side a word occurs: what all of them say tells none of them apart. */
export function frequencies(side: readonly Words[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of side) {
    for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

export interface Likeness {
  /** 0 to 1. */
  score: number;
  /** What both say, most telling first. */
  shared: string[];
}

/** How much two fields say the same: the cosine of their words, each worth less the more fields use it. */
export function likeness(left: Words, right: Words, frequency: (word: string) => number): Likeness {
  const worth = (words: Words, word: string) =>
    (words.get(word) ?? 0) / Math.sqrt(Math.max(1, frequency(word)));
  const length = (words: Words) =>
    Math.sqrt([...words.keys()].reduce((sum, word) => sum + worth(words, word) ** 2, 0));
  const products = [...left.keys()]
    .filter((word) => right.has(word))
    .map((word) => ({ word, product: worth(left, word) * worth(right, word) }))
    .sort((one, other) => other.product - one.product);
  const lengths = length(left) * length(right);
  const dot = products.reduce((sum, { product }) => sum + product, 0);
  return {
    score: lengths === 0 ? 0 : dot / lengths,
    shared: products.map(({ word }) => word.replace(/^concept /, '')),
  };
}
