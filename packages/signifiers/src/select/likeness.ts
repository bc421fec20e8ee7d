import { clausesOf } from './clauses.ts';
import { contentWords, isPair } from './content-words.ts';
import { stem } from './stem.ts';
import { isSameVerb } from './verb-classes.ts';
import type { WordVectors } from './word-vectors.ts';

/** The weight of a word without a vector: that of a rare one. */
const rareRank = 40_000;

/**
 * How well a context has what an example phrase says, 0 to 1: each word of the phrase, or a near one. Unlike the ranking, it is
 * absolute, and works without vectors for what is spelled alike.
 */
export function likeness(phrase: string, context: string, vectors: WordVectors): number {
  const [words, by] = [phrase, context].map((text) => [
    ...new Set(clausesOf(text).flatMap(contentWords)),
  ]);
  return words === undefined || by === undefined ? 0 : covered(words, by, vectors);
}

function covered(words: readonly string[], by: readonly string[], vectors: WordVectors): number {
  let sum = 0;
  let all = 0;
  for (const word of words) {
    const rank = vectors.rankOf(word);
    const weight = Math.log(2 + (rank < 0 ? rareRank : rank));
    const near = Math.max(0, ...by.map((other) => nearness(word, other, vectors)));
    all += weight;
    sum += weight * near * near;
  }
  return all === 0 ? 0 : sum / all;
}

function nearness(one: string, other: string, vectors: WordVectors): number {
  if (one === other || (!isPair(one) && stem(one) === stem(other))) return 1;
  if (isSameVerb(one, other)) return 0.9;
  const [rank, otherRank] = [vectors.rankOf(one), vectors.rankOf(other)];
  if (rank < 0 || otherRank < 0) return 0;
  const { dimensions } = vectors;
  const pair = new Float32Array(2 * dimensions);
  vectors.copyInto(pair, 0, rank);
  vectors.copyInto(pair, dimensions, otherRank);
  let product = 0;
  for (let at = 0; at < dimensions; at += 1) {
    product += (pair[at] ?? 0) * (pair[dimensions + at] ?? 0);
  }
  return product;
}
