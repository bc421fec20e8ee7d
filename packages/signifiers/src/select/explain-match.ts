import type { WrittenStatement } from '@countersign/json/statement';
import type { Signifier } from '../model/signifier.ts';
import { contentWords } from './content-words.ts';
import type { Match } from './find-matches.ts';
import { lexicalTerms } from './lexical-index.ts';
import type { MeaningIndex } from './meaning-index.ts';
import { say } from './reasons.ts';

const maxWords = 6;
const maxPairs = 3;

/** Which words made a match. */
export interface Explanation {
  reason: WrittenStatement;
  /** The words of the signifier, in small letters. */
  matched: string[];
}

/** Says which words made a match. What it splits is kept: many signifiers are explained for one context. */
export function createExplainer(
  signifiers: readonly Pick<Signifier, 'label' | 'context'>[],
  meaning: MeaningIndex,
): (entry: number, match: Match) => Explanation {
  /** The words of each signifier by their terms. */
  const termsOf = new Map<number, ReadonlyMap<string, ReadonlySet<string>>>();
  const terms = (entry: number): ReadonlyMap<string, ReadonlySet<string>> => {
    const one = signifiers[entry];
    const known = termsOf.get(entry) ?? wordsByTerm(`${one?.label} ${one?.context}`);
    termsOf.set(entry, known);
    return known;
  };
  let last: { clause: string; words: { word: string; terms: string[] }[] } | null = null;
  const wordsOf = (clause: string) => {
    if (last?.clause !== clause) {
      const words = [...new Set(contentWords(clause))];
      last = { clause, words: words.map((word) => ({ word, terms: lexicalTerms(word) })) };
    }
    return last.words;
  };
  return (entry, { clause, hasWords, hasMeaning }) => {
    const own = terms(entry);
    const shared = hasWords
      ? wordsOf(clause).filter((one) => one.terms.some((term) => own.has(term)))
      : [];
    const isNear = hasMeaning || shared.length === 0;
    const near = isNear ? meaning.nearest(clause, entry).slice(0, maxPairs) : [];
    const matched = [
      ...shared.flatMap((one) => one.terms.flatMap((term) => [...(own.get(term) ?? [])])),
      ...near.map(({ found }) => found),
    ];
    return {
      matched: [...new Set(matched)],
      reason:
        shared.length > 0
          ? say('select.words', { words: shared.slice(0, maxWords).map(({ word }) => word) })
          : say('select.meaning', {
              pairs: near.map(({ word, found }) => say('select.near', { word, found })),
            }),
    };
  };
}

function wordsByTerm(text: string): Map<string, Set<string>> {
  const words = new Map<string, Set<string>>();
  for (const word of new Set(contentWords(text))) {
    for (const term of lexicalTerms(word)) {
      words.set(term, (words.get(term) ?? new Set()).add(word));
    }
  }
  return words;
}
