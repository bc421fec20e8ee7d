/** A piece of a text. */
export interface TextPart {
  text: string;
  isMarked: boolean;
}

const letter = /[\p{L}\p{N}\p{M}]/u;
const lower = /\p{Ll}/u;
const upper = /\p{Lu}/u;
/** Written without spaces: a word has no end there. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A text in pieces, of which those are marked that are one of the words, which are in small letters. `CurrentGoal` has two words. */
export function markedParts(text: string, words: readonly string[]): TextPart[] {
  const small = text.toLowerCase();
  // Letters that become several would shift what follows.
  if (small.length !== text.length) return [{ text, isMarked: false }];
  const isMarked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    if (word === '') continue;
    for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + 1)) {
      const end = at + word.length;
      if (unspaced.test(word) || isWord(text, at, end)) isMarked.fill(true, at, end);
    }
  }
  const parts: TextPart[] = [];
  for (const [at, marked] of isMarked.entries()) {
    const last = parts.at(-1);
    if (last?.isMarked === marked) last.text += text[at] ?? '';
    else parts.push({ text: text[at] ?? '', isMarked: marked });
  }
  return parts;
}

/** Whether a word begins and ends at these places: at something that is no letter, or where small letters become large. */
function isWord(text: string, at: number, end: number): boolean {
  const [before = '', first = '', last = '', after = ''] = [at - 1, at, end - 1, end].map(
    (place) => text[place] ?? '',
  );
  const begins = !letter.test(before) || (lower.test(before) && upper.test(first));
  const ends = !letter.test(after) || (lower.test(last) && upper.test(after));
  return begins && ends;
}
