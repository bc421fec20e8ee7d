const consonants = '[^aeiou][^aeiouy]*';
const vowels = '[aeiouy][aeiou]*';
const syllable = `(?:${consonants})?${vowels}${consonants}`;
const oneSyllable = new RegExp(`^${syllable}`);
const exactlyOne = new RegExp(`^${syllable}(?:${vowels})?$`);
const twoSyllables = new RegExp(`^${syllable}${vowels}${consonants}`);
const hasVowel = new RegExp(`^(?:${consonants})?[aeiouy]`);
const shortEnd = new RegExp(`^${consonants}[aeiouy][^aeiouwxy]$`);

type Endings = readonly (readonly [ending: string, replacement: string])[];
const list = (text: string): Endings =>
  text
    .split(' ')
    .map((pair) => pair.split('='))
    .map(([ending = '', replacement = '']) => [ending, replacement]);

const longEndings = list(
  'ational=ate tional=tion enci=ence anci=ance izer=ize bli=ble alli=al entli=ent eli=e ousli=ous ization=ize ation=ate ' +
    'ator=ate alism=al iveness=ive fulness=ful ousness=ous aliti=al iviti=ive biliti=ble logi=log',
);
const middleEndings = list('icate=ic ative= alize=al iciti=ic ical=ic ful= ness=');
const lastEnding =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;

/** The stem of an English word in small letters, so that forms of a word are one term (Porter, 1980). */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const singular = word.replace(/^(.+?)(ss|i)es$/, '$1$2').replace(/^(.+?)([^s])s$/, '$1$2');
  return withoutEnd(withoutSuffixes(withoutTense(singular)));
}

function withoutTense(word: string): string {
  const eed = /^(.+?)eed$/.exec(word)?.[1];
  const past = /^(.+?)(?:ed|ing)$/.exec(word)?.[1];
  let stemmed = word;
  if (eed !== undefined) {
    if (oneSyllable.test(eed)) stemmed = word.slice(0, -1);
  } else if (past !== undefined && hasVowel.test(past)) {
    stemmed = past;
    if (/(?:at|bl|iz)$/.test(past) || shortEnd.test(past)) stemmed = `${past}e`;
    else if (/([^aeiouylsz])\1$/.test(past)) stemmed = past.slice(0, -1);
  }
  const beforeY = /^(.+?)y$/.exec(stemmed)?.[1];
  return beforeY !== undefined && hasVowel.test(beforeY) ? `${beforeY}i` : stemmed;
}

function withoutSuffixes(word: string): string {
  const shorter = replaceEnding(replaceEnding(word, longEndings), middleEndings);
  const before = lastEnding.exec(shorter)?.[1];
  if (before !== undefined) return twoSyllables.test(before) ? before : shorter;
  const beforeIon = /^(.+?[st])ion$/.exec(shorter)?.[1];
  return beforeIon !== undefined && twoSyllables.test(beforeIon) ? beforeIon : shorter;
}

/** Replaces the longest of these endings that the word has, if enough is left before it. */
function replaceEnding(word: string, endings: Endings): string {
  let longest: readonly [string, string] = ['', ''];
  for (const pair of endings) {
    if (word.endsWith(pair[0]) && pair[0].length > longest[0].length) longest = pair;
  }
  const before = word.slice(0, word.length - longest[0].length);
  return longest[0] !== '' && oneSyllable.test(before) ? before + longest[1] : word;
}

function withoutEnd(word: string): string {
  const before = /^(.+?)e$/.exec(word)?.[1];
  const isFree =
    before !== undefined &&
    (twoSyllables.test(before) || (exactlyOne.test(before) && !shortEnd.test(before)));
  const stemmed = isFree ? before : word;
  return stemmed.endsWith('ll') && twoSyllables.test(stemmed) ? stemmed.slice(0, -1) : stemmed;
}
