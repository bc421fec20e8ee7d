/** A title in two parts: the start it shares with others, and the rest. */
export interface TitleParts {
  shared: string;
  own: string;
}

/** A shorter common beginning is no reason to shorten it. */
const MIN_SHARED = 12;
/** A word that is longer than this (an id, a path) is divided where it differs. */
const LONG_WORD = 20;
/** How much of the common part of a divided word is kept for context. */
const KEPT_OF_WORD = 4;

function commonLength(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  let at = 0;
  while (at < end && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return at;
}

/** Never inside a character that is written in two units, nor before a mark that belongs to the one before. */
function toCharacter(text: string, at: number): number {
  let place = at;
  while (
    place > 0 &&
    /^(?:\p{M}|\p{Emoji_Modifier}|\u200d|[\udc00-\udfff])/u.test(text.slice(place))
  )
    place -= 1;
  return place;
}

/** Where a title is divided: before the word that differs; in a long word, or where there are no words, near the place itself. */
function placeOf(text: string, common: number): number {
  const wordAt = text.slice(0, common).search(/\S*$/u);
  const wordEnd = text.slice(common).search(/\s|$/u) + common;
  if (wordEnd - wordAt <= LONG_WORD) return wordAt;
  return toCharacter(text, Math.max(wordAt, common - KEPT_OF_WORD));
}

/**
 * Divides titles that start like another one. A narrow list cuts the end of a line: of two with the same start it would cut the part
 * that distinguishes them. A title that is not in the map is shown as it is.
 */
export function splitTitles(asks: readonly string[]): ReadonlyMap<string, TitleParts> {
  const sorted = [...new Set(asks)].sort();
  const split = new Map<string, TitleParts>();
  sorted.forEach((ask, index) => {
    const common = Math.max(
      commonLength(ask, sorted[index - 1] ?? ''),
      commonLength(ask, sorted[index + 1] ?? ''),
    );
    const at = placeOf(ask, common);
    if (at >= MIN_SHARED && at < ask.length) {
      split.set(ask, { shared: ask.slice(0, at), own: ask.slice(at) });
    }
  });
  return split;
}
