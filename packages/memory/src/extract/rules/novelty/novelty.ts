import { isCompound, knownWord } from '../../vocabulary/vocabulary.ts';
import { isGivenName } from '../given-names.ts';
import { labelsIn } from '../labels/labels.ts';
import { noNames, roles } from '../name-words.ts';
import type { Rule, Span } from '../rule.ts';
import { isKnownName, isUnknown, namesByScript } from './names-by-script.ts';
import { novelForms } from './novel-forms.ts';

// The last resort: what is neither a common word nor a technical form is a doubt, in any place. Beside a word that announces
// personal data less is enough. Nothing of this is masked: it is marked where it leaves, and a rule does not share it.

/** Sentences, and whether one holds a word that announces personal data. */
function sentencesOf(text: string): { start: number; end: number; hasCue: boolean }[] {
  const cues = [
    ...labelsIn(text)
      .filter(({ isWeak, link }) => !isWeak && link !== 'apart')
      .map(({ start }) => start),
    ...[...text.matchAll(roleWord)].map(({ index }) => index),
  ].toSorted((a, b) => a - b);
  const result = [];
  let next = 0;
  for (const { 0: own, index } of text.matchAll(
    /[^\n.!?。！？]+(?:[.!?](?=\S)[^\n.!?。！？]*){0,40}(?:[\n.!?。！？]+|$)/gu,
  )) {
    const end = index + own.length;
    while ((cues[next] ?? Infinity) < index) next += 1;
    result.push({ start: index, end, hasCue: (cues[next] ?? Infinity) < end });
  }
  return result;
}
const roleWord = new RegExp(String.raw`(?<![\p{L}\p{M}_-])(?:${roles})(?![\p{L}\p{M}_-])`, 'giu');

/** What code is written in: names of things, not of people. */
const codeParts =
  /`[^`\n]{1,200}`|\{\{?[^{}\n]{1,80}\}\}?|<\/?[A-Za-z][A-Za-z\d-]{0,40}(?:\s[^<>\n]{0,200})?\/?>|https?:\/\/\S+|(?<![\w.-])(?:[\w.-]{0,60}[\\/]){1,20}[\w.-]{1,80}|\[[^\]\n]{1,200}\]\([^)\n]{1,200}\)|(?<![\w.])[\w.]{1,60}\([^()\n]{0,80}\)|(?<!\S)--?\w[\w-]*|\$\{?\w+\}?|(?<!\w)\w{1,60}(?:::|->)\w{1,60}|(?<!\w)\w{1,60}\.(?:tsx?|m?js|json|md|py|sh|ya?ml|toml|html|css|csv|txt|xml|sql|go|rs|java|png|jpg|svg|pdf|log|conf|cfg|lock|env|exe|zip|gz|tar)\b(?!@)/gu;

const blank = (text: string): string =>
  text.replace(codeParts, (own) => '\u0001'.repeat(own.length));

const inner = String.raw`(?:[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{M}'’])`;
const capital = String.raw`\p{Lu}${inner}{1,30}(?:[-‑]\p{L}${inner}{1,30}){0,3}`;
const letter = String.raw`[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{M}]`;
const sequence = new RegExp(
  String.raw`(?<!${letter}|[\p{M}\p{N}@_/.#\u0001-]|\p{L}['’])${capital}(?: (?:(?:de|del|della|di|da|dos|das|du|la|van|von|der|den|ter|bin|binti|al|el|ibn|ben|y|e) ){0,2}(?:\p{Lu}\. )?${capital})*(?!${letter}|[\p{N}_@/(])`,
  'gu',
);
const startBefore = /(?:^|[.!?:;。！？：；\n"“„»«([{•|>–—-])\s*$/u;
const technicalWord = /\p{Ll}\p{Lu}|^\P{Ll}+$|\d/u;
const longWord = 4;

/** How much of the words in lower case the tables have: of a language that they know little of, an unknown word says nothing. */
function trustIn(text: string): number {
  let all = 0;
  let known = 0;
  for (const { 0: own } of text
    .slice(0, 4_000)
    .matchAll(/(?<![\p{L}\p{N}_@./-])\p{Ll}{3,24}(?![\p{L}\p{N}_@/(-])/gu)) {
    all += 1;
    if (knownWord(own).isWord || isCompound(own)) known += 1;
  }
  return all < 2 ? 0.5 : known / all;
}

/** German, where any noun has a capital letter. */
const nounsInCapitals =
  /(?<!\p{L})(?:der|die|das|und|ist|nicht|mit|für|wird|den|dem|im|am|zum|zur|vom|bei|auf|nach|ein|eine|hat|wir|ich)(?!\p{L})/u;
const houseAfter = /^ \d{1,4}[a-z]?(?![\p{L}\p{N}.,:]\d|\p{L})/u;
const introducesName =
  /(?<!\p{L})(?:ask|tell|told|by|says?|said|with|from|to|for|and|husband|wife|mother|father|son|daughter|friend|spoke|call|called|figlio|figlia|moglie|marito|fille|fils|femme|mari|hij[oa]|espos[oa]|marido|filh[oa]|hermano|hermana|zoon|dochter|vrouw|man|fia|lánya|férje|felesége|syn|córka|mąż|żona|syna|сын|дочь|муж|жена|dcera|manžel|visit|auntie|uncle|aunt|big|old|little|young|dear|hi|hello|–|—),? $/iu;

function capitalOf(own: string) {
  const text = own.replace(/['’]s?$/u, '');
  const parts = text.split(/[-‑]/u);
  const known = parts.map(knownWord);
  const isGiven = isGivenName(text);
  const isThing =
    technicalWord.test(text.replace(/^(?:Mc|Mac|De|Di|Le|La|Fitz|O['’])(?=\p{Lu})/u, '')) ||
    noNames.has(text);
  const isNew = !isThing && known.some(({ isWord }) => !isWord) && text.length >= longWord;
  return {
    text,
    isNew: isNew && !isGiven && !known.some(({ isName, isWord }) => isName && !isWord),
    isNameOnly:
      isGiven || (!isThing && text.length > 2 && known.some((one) => one.isName && !one.isWord)),
    isName: !isThing && known.some(({ isName }) => isName),
    isGiven: isGiven || (!isThing && known.some((one) => one.isGiven)),
  };
}

function inCapitals(text: string, hasCue: (at: number) => boolean): Span[] {
  const trust = trustIn(text);
  const isGerman = nounsInCapitals.test(text);
  return [...text.matchAll(sequence)].flatMap(({ 0: own, index }): Span[] => {
    const words = own
      .split(' ')
      .filter((word) => /^\p{Lu}/u.test(word) && !/^\p{Lu}\.$/u.test(word))
      .map(capitalOf);
    const isStart = startBefore.test(text.slice(Math.max(0, index - 12), index));
    const span = { start: index, end: index + own.replace(/['’]s?$/u, '').length };
    const cue = hasCue(index);
    if (words.some(({ isNameOnly }) => isNameOnly)) return [{ ...span, confidence: isKnownName }];
    const doubt = [{ ...span, confidence: isUnknown }];
    const isFresh = words.some(
      ({ isNew, text: one }) => isNew && !(one.length > 8 && isCompound(one)),
    );
    const [word, last] = [words[0], words.at(-1)];
    if (word === undefined) return [];
    if (words.length > 1) {
      const isLike = word.isGiven && (last?.isName === true || last?.isNew === true);
      const isNamed = !isStart && !isGerman && words.some(({ isName }) => isName);
      return isLike || isNamed || (isFresh && (trust >= 0.6 || cue)) ? doubt : [];
    }
    // A thing in a street: `op Zwanenbloem 12`.
    if (word.isNew && houseAfter.test(text.slice(span.end, span.end + 8))) return doubt;
    const isReliable = cue || trust >= 0.85 || !isGerman;
    if (isFresh && (isStart ? cue : isReliable)) return doubt;
    const isIntroduced = introducesName.test(text.slice(Math.max(0, index - 24), index));
    return word.isName && !isStart && !isGerman && isIntroduced ? doubt : [];
  });
}

/** What is neither a common word nor a technical form: a person looks at it. */
export const novelty: Rule = {
  name: 'unknown',
  label: 'UNKNOWN',
  find(original) {
    const text = blank(original);
    const sentences = sentencesOf(original);
    // In a language of which the tables know little, anything may be what it announces.
    const isForeign = trustIn(text) < 0.4;
    const hasCue = (at: number): boolean => {
      let [low, high] = [0, sentences.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((sentences[middle]?.start ?? 0) <= at) low = middle;
        else high = middle - 1;
      }
      return isForeign || sentences[low]?.hasCue === true;
    };
    return [
      ...inCapitals(text, hasCue),
      ...namesByScript(text, hasCue),
      ...novelForms(text, hasCue),
    ];
  },
};
