import { type Draft, hasContent, writtenIn } from './draft.ts';

/**
 * Which of two versions of a draft is used; `apart` = both contain text the other was not based on, so the operator has to choose.
 */
export type Order = 'same' | 'mine' | 'theirs' | 'apart';

const sameWords = (left: Draft, right: Draft) =>
  JSON.stringify(writtenIn(left)) === JSON.stringify(writtenIn(right));

/** Whether a version is known to have been stored on the server: it is then its own `after`. */
export const isStored = (draft: Draft) => draft.savedAt !== null && draft.after === draft.savedAt;

/**
 * `known`: times of versions that mine was written over. A version on the server was written over all those that were stored there
 * before it, and over no other: no text is dropped unseen.
 */
export function orderOf(mine: Draft, theirs: Draft, known: ReadonlySet<number>): Order {
  const mineAt = mine.savedAt ?? 0;
  const theirsAt = theirs.savedAt ?? 0;
  // Without text, the kind of answer that is chosen is of this tab only.
  const isEmpty = !hasContent(mine) && !hasContent(theirs);
  if (mineAt === theirsAt) return isEmpty || sameWords(mine, theirs) ? 'same' : 'apart';
  if (known.has(theirsAt)) return 'mine';
  if (theirs.after !== null) {
    if (theirs.after === mineAt || (isStored(mine) && theirs.after > mineAt)) return 'theirs';
  }
  if (!hasContent(mine)) return 'theirs';
  if (!hasContent(theirs)) return 'mine';
  if (sameWords(mine, theirs)) return mineAt > theirsAt ? 'mine' : 'theirs';
  return 'apart';
}
