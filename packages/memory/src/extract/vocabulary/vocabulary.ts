import names from './names.json' with { type: 'json' };
import { foldWord, hasWord, readBits } from './word-bits.ts';
import words from './words.json' with { type: 'json' };

/** What is known of a word, in all languages at once. */
export interface KnownWord {
  /** A common word, a term of the trade, a town or a country. */
  isWord: boolean;
  /** A person is called so. */
  isName: boolean;
  isGiven: boolean;
}

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const load = () => ({
  bits: readBits(words.bits),
  given: setOf(names.given),
  family: setOf(names.family),
});
let loaded: ReturnType<typeof load> | undefined;
/** With the first text: 30 ms. */
function tables() {
  loaded ??= load();
  return loaded;
}

const slavic =
  /\p{Script=Cyrillic}(?:ой|ей|ою|ею|ом|ем|ём|ым|им|ого|его|ому|ему|у|ю|е|а|я|ы|и|і|ові|еві)$/u;
/** What a name in a Slavic language may be in the nominative: `Ларисой` is `Лариса`. */
const basesOf = (word: string): string[] => {
  const stem = word.replace(/(?:ой|ей|ою|ею|ом|ем|ём|ым|им|ого|его|ому|ему|ові|еві|.)$/u, '');
  return stem.length < 3
    ? []
    : ['', 'а', 'я', 'й', 'ь', 'ий', 'ая', 'ый', 'о'].map((end) => stem + end);
};

const cached = new Map<string, KnownWord>();
const maxCached = 20_000;

/** Endings without which a word may be known, in the languages that have most of them. */
const endings =
  /(?:s|es|e|n|en|er|ern|em|ed|ing|ly|ung|ungen|mente|ment|ción|ções|zione|ów|ami|ach|ами|ях|ах|ов|ей|ом|ой|ая|ое|ые|ых|ого|lar|ler|larının|lerinin|den|dan|da|de|ta|te|ın|in|nın|nin|i|ı|u|ü|a|o|y|ssa|ssä|lla|llä|sta|stä)$/u;
const articles = /^(?:ال|وال|بال|لل|كال|فال|و|ب|ل|ה|ו|ב|ל|מ|ש|כ)/u;

/** The tables have American spellings of English: `neighbour`, `centre`, `organise`, `analyse`, `labelled`. */
const american = (word: string): string =>
  word
    .replace('our', 'or')
    .replace(/tre(?=s?$)/, 'ter')
    .replace(/([iy])s(?=(?:e|es|ed|er|ers|ing|ation|ations)$)/, '$1z')
    .replace(/ll(?=(?:ed|er|ers|ing)$)/, 'l');

const isKnown = (bits: Uint8Array, word: string): boolean =>
  isIn(bits, word) || isIn(bits, american(word));

function isIn(bits: Uint8Array, word: string): boolean {
  if (hasWord(bits, word)) return true;
  const stem = word.replace(endings, '');
  if (stem !== word && stem.length > 3 && (hasWord(bits, stem) || hasWord(bits, `${stem}e`)))
    return true;
  const bare = word.replace(articles, '');
  return bare !== word && bare.length > 1 && hasWord(bits, bare);
}

/** Of a word as it is written: the parts of `Rosenberg-Lindt` are looked up by themselves. */
export function knownWord(word: string): KnownWord {
  const folded = foldWord(word);
  // Where no letters are capital, such short words are articles and particles.
  if (folded.length < 3 && !/[\p{Lu}\p{Ll}]/u.test(folded)) {
    return { isWord: true, isName: false, isGiven: false };
  }
  const known = cached.get(folded);
  if (known !== undefined) return known;
  const { bits, given, family } = tables();
  const forms = slavic.test(folded) ? [folded, ...basesOf(folded)] : [folded];
  const isGiven = forms.some((form) => given.has(form));
  const isName = isGiven || forms.some((form) => family.has(form));
  // The endings of a name do not make it a word.
  const answer = {
    isWord: isName ? hasWord(bits, folded) : isKnown(bits, folded),
    isName,
    isGiven,
  };
  if (cached.size >= maxCached) cached.clear();
  cached.set(folded, answer);
  return answer;
}

/** Two or three words that are written as one: `Lieferadresse`, `Fahrwerksprüfung`. */
export function isCompound(word: string): boolean {
  const folded = foldWord(word);
  const { bits } = tables();
  for (let at = 3; at <= folded.length - 3; at += 1) {
    if (!hasWord(bits, folded.slice(0, at))) continue;
    const rest = folded.slice(at);
    if (isKnown(bits, rest) || (/^s\p{L}{3}/u.test(rest) && isKnown(bits, rest.slice(1))))
      return true;
  }
  return false;
}

/** Names in Han characters and Hangul: families, and what follows them. */
export const hanNames = {
  family: setOf(names.hanFamily),
  given: setOf(names.hanGiven),
};
