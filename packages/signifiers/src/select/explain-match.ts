import type { WrittenStatement } from '@countersign/json/statement';
import type { Signifier } from '../model/signifier.ts';
import { contentWords } from './content-words.ts';
import type { Match } from './find-matches.ts';
import { lexicalTerms } from './lexical-index.ts';
import type { MeaningIndex } from './meaning-index.ts';
import { say } from './reasons.ts';

const maxWords = 6;
const maxPairs = 3;

/** Says which words made a match. What it splits is kept: many signifiers are explained for one context. */
export function createExplainer(
  signifiers: readonly Pick<Signifier, 'label' | 'context'>[],
  meaning: MeaningIndex,
): (entry: number, match: Match) => WrittenStatement {
  const termsOf = new Map<number, ReadonlySet<string>>();
  const terms = (entry: number): ReadonlySet<string> => {
    const one = signifiers[entry];
    const known = termsOf.get(entry) ?? new Set(lexicalTerms(`${one?.label} ${one?.context}`));
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
  return (entry, { clause, hasWords }) => {
    const shared = hasWords
      ? wordsOf(clause).filter((one) => one.terms.some((term) => terms(entry).has(term)))
      : [];
    if (shared.length > 0) {
      return say('select.words', { words: shared.slice(0, maxWords).map(({ word }) => word) });
    }
    const pairs = meaning
      .nearest(clause, entry)
      .slice(0, maxPairs)
      .map(({ word, found }) => say('select.near', { word, found }));
    return say('select.meaning', { pairs });
  };
}
