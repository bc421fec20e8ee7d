import { exactMark, withExactNumbers } from '@countersign/json/exact-number';
import { scripts } from './texts.ts';

/** Scripts in which a joiner changes how letters are drawn, and so is a part of what is read. */
const joining =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}' +
  '\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}';
const flagOf = (region: string) =>
  `\u{1f3f4}${[...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`;
const picture = '(?!\\p{Cn})\\p{Extended_Pictographic}[\\ufe0e\\ufe0f\\p{Emoji_Modifier}]?';
/** Sequences in which characters that cannot be seen by themselves belong to what is seen. */
const seen = [
  ...['gbeng', 'gbsct', 'gbwls'].map(flagOf),
  '[0-9#*]\\ufe0f\\u20e3',
  `${picture}(?:\\u200d${picture})*`,
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
].join('|');
/** Spaces of ordinary writing, in French, in figures, and in Chinese: marked, and left as wide as they are. */
const spaces = '[\\u00a0\\u202f\\u3000]';
/**
 * What is drawn as nothing, as a space, or not known here: ignorable code points, controls, formats, separators, unassigned and
 * private ones, halves of pairs, and four that have an empty glyph.
 */
const hidden =
  '(?![ \\t\\n\\r])[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Cn}\\p{Co}\\p{Z}\\u2800\\u{16fe4}\\u{1d159}]';

/** Scripts whose letters are mistaken for each other's. */
const likeLatin = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Coptic', 'Cherokee', 'Lisu'] as const;
const scriptOf = likeLatin.map((name) => ({ name, has: new RegExp(`\\p{Script=${name}}`, 'u') }));
/** Letters of formulas, which nobody takes for Latin ones: `ΔT`, `μm`. */
const formula = /[βγδζθλμξπσςφψωΓΔΘΛΞΠΣΦΨΩ]/;
const [latin, ...mixed] = likeLatin.map((name) => `\\p{Script=${name}}`);
const alike = [latin, ...mixed].join('');
const isMixable = new RegExp(`[${mixed.join('')}]`, 'u');
const word = `[${alike}](?:(?!\\p{Default_Ignorable_Code_Point})[${alike}\\p{M}])+`;

const open = '⟨';
const names = Object.values(scripts).join('|');
/** What an agent wrote like one of our marks: its bracket is spelled out, so that a mark is always ours. */
const like = `${open}(?=U\\+|(?:${names})⟩)|␣`;
/** Whether there is anything to look at closely: most texts have nothing. */
const notable = new RegExp(`${spaces}|${hidden}|[${mixed.join('')}]|[${open}␣]`, 'u');
const found = new RegExp(
  `(?<seen>${seen})|(?<space>${spaces})|(?<hidden>${hidden}|${like})|(?<word>${word})`,
  'gu',
);

const spelled = (character: string) =>
  `${open}U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** A word with the letters of its rarer scripts named, as `pа⟨Cyrillic⟩y`. */
function namedScripts(letters: string): string {
  if (!isMixable.test(letters)) return letters;
  const each = [...letters].map((letter) => ({
    letter,
    script: formula.test(letter) ? undefined : scriptOf.find(({ has }) => has.test(letter))?.name,
  }));
  const counts = new Map<(typeof likeLatin)[number], number>();
  for (const { script } of each)
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + 1);
  if (counts.size < 2) return letters;
  const [most] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best));
  return each
    .map(({ letter, script }) =>
      script === undefined || script === most ? letter : `${letter}${open}${scripts[script]}⟩`,
    )
    .join('');
}

/** Pieces of a text, each with how it is shown; what is shown is longer where something is hidden. */
export function* shownPieces(text: string): Generator<{ raw: string; shown: string }> {
  let at = 0;
  for (const match of notable.test(text) ? text.matchAll(found) : []) {
    const raw = match[0];
    if (match.index > at) {
      const before = text.slice(at, match.index);
      yield { raw: before, shown: before };
    }
    at = match.index + raw.length;
    const { space, hidden: unseen, word: letters } = match.groups ?? {};
    if (unseen !== undefined) yield { raw, shown: spelled(raw) };
    else if (space !== undefined) yield { raw, shown: `␣${raw}` };
    else yield { raw, shown: letters === undefined ? raw : namedScripts(letters) };
  }
  if (at < text.length) yield { raw: text.slice(at), shown: text.slice(at) };
}

/**
 * Text from an agent in which every character can be seen: what is drawn as nothing is spelled out as `⟨U+202E⟩`, spaces other than
 * the usual one are marked, letters of another script inside a word are named. Text for a model, and words that read like others,
 * cannot be approved unseen.
 *
 * INVARIANT: `trueText` gives the text back, for every text (visible-text.test.ts).
 */
export function visibleText(given: string): string {
  // Exact numbers look like any other.
  const text = given.includes(exactMark)
    ? withExactNumbers(given).replaceAll(exactMark, '')
    : given;
  if (!notable.test(text)) return text;
  let shown = '';
  for (const piece of shownPieces(text)) shown += piece.shown;
  return shown;
}

const marks = new RegExp(`${open}U\\+([0-9A-F]{4,6})⟩|${open}(?:${names})⟩|␣`, 'g');

/** What a shown text stands for: what is copied from the page is what the agent wrote. */
export const trueText = (shown: string): string =>
  shown.replace(marks, (_mark, code?: string) =>
    code === undefined ? '' : String.fromCodePoint(Number.parseInt(code, 16)),
  );
