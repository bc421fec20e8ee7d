import { inRow } from '../count.ts';
export const commonText = {
  product: 'Countersign',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying is not allowed here',
  retry: 'Try again',
  loading: 'Loading',
  more: 'More',
  required: 'required',
  somethingBroke: 'This panel stopped working',
  brokeDetail: 'The rest of the console keeps working. What was sent stays sent.',
  notLoaded: 'This part is not loaded yet',
  notLoadedDetail: 'The server cannot be reached. This part opens when the connection is back.',
  newVersion: 'A new version is running',
  newVersionDetail: 'This part needs it. Drafts are kept.',
  reload: 'Reload',
  offlineProblem: 'The server cannot be reached.',
  /** Words as a sentence, and a value behind its name. */
  sentence: (words: string) => (/[.!?…]”?$/.test(words) ? words : `${words}.`),
  /** Between two sentences, between parts of one, and between a name and what follows it. */
  gap: ' ',
  comma: ', ',
  colon: ': ',
  /** After the word that it explains. */
  aside: (words: string) => ` (${words})`,
  pair: (name: string, value: string) => `${name}: ${value}`,
  /** Several texts in one line, and several sentences; they are given without a full stop. */
  saying: (did: string, words: string): string => `${did}, “${words}”`,
  inRow,
  sentences: (words: readonly string[]) => words.join('. '),
  unknownProblem: 'The server gave no reason.',
} as const;
