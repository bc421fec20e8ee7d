import { type Draft, hasContent, writtenIn } from './draft.ts';

/** Which of two versions of a draft counts; `apart` = both hold words the other does not know of, so a person has to choose. */
export type Order = 'same' | 'mine' | 'theirs' | 'apart';

const sameWords = (left: Draft, right: Draft) =>
  JSON.stringify(writtenIn(left)) === JSON.stringify(writtenIn(right));

/** `known`: times of versions that mine was written over. Nothing that somebody wrote is given up without having been seen. */
export function orderOf(mine: Draft, theirs: Draft, known: ReadonlySet<number>): Order {
  const mineAt = mine.savedAt ?? 0;
  const theirsAt = theirs.savedAt ?? 0;
  if (mineAt === theirsAt) return sameWords(mine, theirs) ? 'same' : 'apart';
  if (theirs.after !== null && theirs.after >= mineAt) return 'theirs';
  if (known.has(theirsAt)) return 'mine';
  if (!hasContent(mine)) return 'theirs';
  if (!hasContent(theirs)) return 'mine';
  if (sameWords(mine, theirs)) return mineAt > theirsAt ? 'mine' : 'theirs';
  return 'apart';
}
