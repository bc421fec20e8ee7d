import { contentWords } from './content-words.ts';

/** The most different words that a description of one action has. */
const usualWords = 60;

/** By how much a description loses through its length, 0 to 1: with enough words it would have one for every context. */
export const focusOf = ({ label, context }: { label: string; context: string }): number =>
  usualWords / Math.max(usualWords, new Set(contentWords(`${label} ${context}`)).size);
