import type { WrittenStatement } from '@countersign/json/statement';
import type { Signifier } from '../model/signifier.ts';
import { clausesOf } from './clauses.ts';
import { contentWords, isPair } from './content-words.ts';
import { createExplainer } from './explain-match.ts';
import { findMatches, type Match } from './find-matches.ts';
import { focusOf } from './focus.ts';
import { createLexicalIndex } from './lexical-index.ts';
import { createMeaningIndex } from './meaning-index.ts';
import {
  inOrder,
  type OperatorNote,
  type RankedSignifier,
  type Ranking,
  type RankRequest,
  type Tier,
} from './ranking.ts';
import { say } from './reasons.ts';
import { stem } from './stem.ts';
import { isSameVerb } from './verb-classes.ts';
import type { WordVectors } from './word-vectors.ts';

/** The weight of a word without a vector: that of a rare one. */
const rareRank = 40_000;

/**
 * How well a context has what an example phrase says, 0 to 1: each word of the phrase, or a near one. Unlike the ranking, it is
 * absolute, and works without vectors for what is spelled alike.
 */
function likeness(phrase: string, context: string, vectors: WordVectors): number {
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

/** Changes with the thresholds, the word lists and the vectors: a stored ranking says by which it was made. */
const version = 'words+glove40k/2';

/** From here a context says what an example phrase says. */
const minLikeness = 0.7;

type Ranked = Pick<Signifier, 'id' | 'label' | 'context' | 'abilities'>;

/** Signifiers that are ranked for contexts. Making one takes longer than using it. */
export interface Catalogue {
  rank(request: RankRequest): Ranking;
}

/**
 * A catalogue in which words and meanings are compared. Deterministic, and without network.
 *
 * @example createCatalogue(signifiers, vectors).rank({ context: 'The agent wants to read the goal', abilities: [] })
 */
export function createCatalogue(signifiers: readonly Ranked[], vectors: WordVectors): Catalogue {
  const lexical = createLexicalIndex(signifiers);
  const meaning = createMeaningIndex(signifiers, vectors);
  const focus = signifiers.map(focusOf);
  const explain = createExplainer(signifiers, meaning);
  return {
    rank(request) {
      const isMeasure = (entry: number) =>
        request.unapproved?.has(signifiers[entry]?.id ?? '') !== true;
      const matches = findMatches(request.context, { lexical, meaning, focus, isMeasure });
      const isEmpty = contentWords(request.context).length === 0;
      const entries = signifiers.map((signifier, entry): RankedSignifier => {
        const match = matches.get(entry);
        const score = scoreOf(match);
        const { id } = signifier;
        const block = blockOf(signifier, request);
        if (block !== null) {
          return { id, decision: 'blocked', score, tiers: [], matched: [], reason: block };
        }
        const note = request.notes?.get(id) ?? {};
        const example = exampleFor(request.context, note, vectors);
        const tiers = note.isHidden === true ? [] : tiersOf(note, example, match);
        if (tiers.length === 0) {
          const reason = note.isHidden === true ? say('select.hidden') : whyNot(isEmpty, score);
          return { id, decision: 'other', score, tiers, matched: [], reason };
        }
        const { matched, reason: found } =
          match === undefined ? { matched: [], reason: far } : explain(entry, match);
        if (note.isPinned !== true && example === undefined) {
          return { id, decision: 'recommended', score, tiers, matched, reason: found };
        }
        const reason =
          example === undefined ? say('select.pinned') : say('select.example', { phrase: example });
        return { id, decision: 'recommended', score: 1, tiers, matched, reason };
      });
      return { version, entries: inOrder(entries) };
    },
  };
}

/** What keeps an agent from using a signifier, however well it fits: nothing that comes later can change it. */
function blockOf({ id, abilities }: Ranked, request: RankRequest): WrittenStatement | null {
  const missing = abilities.filter((ability) => !request.abilities.includes(ability));
  if (missing.length > 0) return say('select.ability', { names: missing });
  return request.blocked?.get(id) ?? null;
}

const exampleFor = (context: string, note: OperatorNote, vectors: WordVectors) =>
  note.examples?.find((phrase) => likeness(phrase, context, vectors) >= minLikeness);

const tiersOf = (
  note: OperatorNote,
  example: string | undefined,
  match: Match | undefined,
): Tier[] => [
  ...(note.isPinned === true ? (['pin'] as const) : []),
  ...(example === undefined ? [] : (['example'] as const)),
  ...(match?.hasWords === true ? (['words'] as const) : []),
  ...(match?.hasMeaning === true ? (['meaning'] as const) : []),
];

// Said of most signifiers of each ranking: written once.
const far = say('select.far');
const nothing = say('select.nothing');
const noContext = say('select.no-context');

function whyNot(isEmpty: boolean, score: number): WrittenStatement {
  if (isEmpty) return noContext;
  return score > 0 ? far : nothing;
}

/** Mostly the better of the two tiers; what both find is before what one finds. */
function scoreOf(match: Match | undefined): number {
  if (match === undefined) return 0;
  const { words, meaning } = match;
  const score = 0.75 * Math.max(words, meaning) + 0.25 * Math.min(words, meaning);
  return Math.round(score * 1_000) / 1_000;
}
