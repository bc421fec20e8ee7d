/** A text in the form in which rules look at it, and where each of its code units was. */
export interface FoldedText {
  text: string;
  /** The offset in the original text of each code unit, and behind the last one. */
  offsets: Uint32Array;
}

/** Characters without width: put into a number, they would hide it. */
const hidden =
  /\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]/;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/;
const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;

/** One width, one kind of dash and space, decimal digits of any script, and nothing that has no width. */
export function foldText(original: string): FoldedText {
  // The usual case needs no work for each character.
  const isPlain =
    /^[\t\n\r\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f\u3001-\u303f\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*$/.test(
      original,
    );
  if (isPlain) {
    const offsets = Uint32Array.from({ length: original.length + 1 }, (_, at) => at);
    return { text: original, offsets };
  }
  let text = '';
  const offsets: number[] = [];
  for (let at = 0; at < original.length; ) {
    const char = String.fromCodePoint(original.codePointAt(at) ?? 0);
    const folded = foldChar(char);
    for (let unit = 0; unit < folded.length; unit += 1) offsets.push(at);
    text += folded;
    at += char.length;
  }
  offsets.push(original.length);
  return { text, offsets: Uint32Array.from(offsets) };
}

function foldChar(char: string): string {
  if (hidden.test(char)) return '';
  if (dashes.test(char)) return '-';
  if (spaces.test(char)) return ' ';
  const digit = digitOf(char);
  if (digit !== null) return digit;
  // Only what has another width; a letter with an accent stays one.
  return /[\uff01-\uff5e]/.test(char) ? char.normalize('NFKC') : char;
}

/** Decimal digits of each script follow each other, from zero, at a multiple of ten from the first one of a block. */
function digitOf(char: string): string | null {
  if (!/\p{Nd}/u.test(char) || /\d/.test(char)) return null;
  const code = char.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
