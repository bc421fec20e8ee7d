import { clausesOf } from './clauses.ts';
import { shareAlone } from './focus.ts';
import type { LexicalIndex } from './lexical-index.ts';
import type { MeaningIndex } from './meaning-index.ts';

/** A signifier is kept if its score is at least so much of the best one's, for each part of a context. */
const keep = { words: 0.8, meaning: 0.9 } as const;
/** Below it nothing matches well enough to be recommended. */
const minMeaning = 0.2;

/** What was found of an entry, the best over the parts of a context. Scores are relative to the best entry, 0 to 1. */
export interface Match {
  words: number;
  meaning: number;
  /** The part of the context it fits best. */
  clause: string;
  hasWords: boolean;
  hasMeaning: boolean;
}

/** The entries that have something of a context, by their numbers. */
export function findMatches(
  context: string,
  {
    lexical,
    meaning,
    focus,
    isMeasure,
  }: {
    lexical: LexicalIndex;
    meaning: MeaningIndex;
    /** Of each entry: how much its scores count. */
    focus: readonly number[];
    /** Whether others are compared with it. */
    isMeasure: (entry: number) => boolean;
  },
): Map<number, Match> {
  const matches = new Map<number, Match>();
  const at = (entry: number, clause: string): Match => {
    const known = matches.get(entry);
    if (known !== undefined) return known;
    const match = { words: 0, meaning: 0, clause, hasWords: false, hasMeaning: false };
    matches.set(entry, match);
    return match;
  };
  for (const clause of clausesOf(context)) {
    const words = [...lexical.scores(clause)].map(
      ([entry, score]) => [entry, score * (focus[entry] ?? 1)] as const,
    );
    let best = 0;
    for (const [entry, score] of words) if (isMeasure(entry)) best = Math.max(best, score);
    for (const [entry, score] of words) {
      const match = at(entry, clause);
      const share = Math.min(shareOf(score, best), shareAlone(focus[entry] ?? 1));
      if (share > Math.max(match.words, match.meaning)) match.clause = clause;
      match.words = Math.max(match.words, share);
      match.hasWords ||= share >= keep.words;
    }
    const meanings = meaning.scores(clause).map((score, entry) => score * (focus[entry] ?? 1));
    let nearest = 0;
    for (const [entry, score] of meanings.entries()) {
      if (isMeasure(entry)) nearest = Math.max(nearest, score);
    }
    for (const [entry, score] of meanings.entries()) {
      if (score === 0) continue;
      const match = at(entry, clause);
      const share = Math.min(shareOf(score, nearest), shareAlone(focus[entry] ?? 1));
      if (share > Math.max(match.words, match.meaning)) match.clause = clause;
      match.meaning = Math.max(match.meaning, share);
      match.hasMeaning ||= share >= keep.meaning && score >= minMeaning;
    }
  }
  return matches;
}

/** 1 = as good as the best one, or better. */
const shareOf = (score: number, best: number): number => (score >= best ? 1 : score / best);
