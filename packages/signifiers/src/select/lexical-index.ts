import MiniSearch from 'minisearch';
import { contentWords, isPair } from './content-words.ts';
import { stem } from './stem.ts';
import { verbClasses } from './verb-classes.ts';

interface Entry {
  id: number;
  label: string;
  context: string;
}

/** How much a verb counts that only has the meaning of one in the query. */
const verbWeight = 0.4;

/** Compares words: BM25 over stems, with verbs of one meaning as further terms. */
export interface LexicalIndex {
  /** The scores of entries that share a term with a text, by their numbers. Only comparable within one text. */
  scores(text: string): Map<number, number>;
}

export function createLexicalIndex(
  entries: readonly { label: string; context: string }[],
): LexicalIndex {
  const index = new MiniSearch<Entry>({
    fields: ['label', 'context'],
    // Each once: who says a word a hundred times does not mean it more.
    tokenize: (text) => [...new Set(lexicalTerms(text))],
    processTerm: (term) => term,
    searchOptions: {
      tokenize: lexicalTerms,
      boost: { label: 1.5 },
      boostTerm: (term) => (term.startsWith('~') ? verbWeight : 1),
    },
  });
  index.addAll(entries.map(({ label, context }, id) => ({ id, label, context })));
  return {
    scores: (text) =>
      new Map(index.search(text).map(({ id, score }) => [Number(id), score] as const)),
  };
}

/** The terms of a text: stems, pairs of characters, and a term for each class of its verbs. */
export const lexicalTerms = (text: string): string[] =>
  contentWords(text).flatMap((word) =>
    isPair(word) ? [word] : [stem(word), ...[...verbClasses(word)].map((number) => `~${number}`)],
  );
