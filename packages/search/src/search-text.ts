const script = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
/** A character of a script that is written without spaces. */
const unspaced = new RegExp(`^[${script}]`, 'u');
/** Runs of such characters, and words of all others. */
const pieces = new RegExp(`[${script}]+|(?:(?![${script}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

export const isUnspaced = (term: string): boolean => unspaced.test(term);

/** Text in the form in which it is compared: one width, one case, one space between words, no repeated punctuation. */
export const normalise = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/([\p{P}\p{S}])\1+/gu, '$1')
    .replace(/[^\p{L}\p{N}\p{M}\p{P}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * The terms of a text: words, and where a script has no spaces, each character and each pair of neighbours. Pairs are found in the
 * middle of words that no dictionary has to know.
 */
export const indexTerms = (text: string): string[] =>
  termsOf(text, (chars) => [...chars, ...pairs(chars)]);

/**
 * The terms of a query: pairs only, unless a single character is asked for. Words that say nothing, and further ones that say nothing
 * about what is searched, are left out, if others remain.
 */
export function queryTerms(text: string, more: ReadonlySet<string> = new Set()): string[] {
  const all = termsOf(text.replace(emptyPhrases, ' '), (chars) =>
    chars.length === 1 ? [...chars] : pairs(chars),
  );
  const informative = all.filter((term) => !emptyWords.has(term) && !more.has(term));
  const terms = informative.length > 0 ? informative : all;
  // A query that has only such phrases.
  return [...new Set(terms.length > 0 ? terms : indexTerms(text))];
}

function termsOf(text: string, split: (chars: readonly string[]) => string[]): string[] {
  return [...normalise(text).matchAll(pieces)].flatMap(([piece]) =>
    isUnspaced(piece) ? split([...piece]) : [piece],
  );
}

const pairs = (chars: readonly string[]): string[] =>
  chars.slice(1).map((char, at) => `${chars[at]}${char}`);

/** Words of requests that describe nothing. */
const emptyWords = new Set(
  (
    'a an the of for to in on at by from with and or is are be do does can could should would will may which who what how ' +
    'where when that this these those it its me my i we us our you your please find search need want give get some any ' +
    'something someone'
  ).split(' '),
);

/** The same in Chinese, where they would form pairs with their neighbours. */
const emptyPhrases =
  /请|帮我|帮忙|我要|我想|需要|找到|找一个|找出|查找|寻找|一个|哪个|哪些|谁能|能够|可以|如何|怎么|的|智能体/g;
