import { contentWords } from './content-words.ts';

/** The most different words that a description of one action has. */
const usualWords = 60;

/** By how much a description loses through its length, 0 to 1: with enough words it would have one for every context. */
export const focusOf = ({ label, context }: { label: string; context: string }): number =>
  usualWords / Math.max(usualWords, new Set(contentWords(`${label} ${context}`)).size);

/** So many times the usual words are still about one action. */
const tolerated = 2;

/**
 * The most that a description reaches where it is the best, or the only one that has a word: one that is several times as long as usual
 * is about anything, and it means little that it has that word too.
 */
export const shareAlone = (focus: number): number => Math.min(1, focus * tolerated);
