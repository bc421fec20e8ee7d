import { hanNames, knownWord } from '../../vocabulary/vocabulary.ts';
import { noNames } from '../name-words.ts';
import { doubleSurnames, surnames } from '../names-in-han.ts';
import type { Label } from './labels.ts';

export interface Value {
  start: number;
  end: number;
  looks: 0 | 1 | 2 | 3;
}

const particle =
  '(?:van der|van den|van de|van|von der|von|vom|zu|zur|de la|de los|de las|de|del|della|dello|degli|di|da|dos|das|do|du|des|le|la|ter|ten|bin|binti|bte|ben|ibn|bint|al|el|af|av|y|e|st\\.?|ap|ní|nic|ó|kızı|oğlu|ould|ag)';
const title =
  '(?:(?:Dr|Prof|Mrs?|Ms|Miss|Sir|Frau|Herrn?|Hr|Mme|Mlle|M|Sra?|Srta|Sig|Dott|Dhr|Mevr|Drs|Ing|Dipl|mgr|inż|lek|Др|г-н|г-жа)\\.?(?:-Ing\\.?)? )?';
const isTitle =
  /^(?:Dr|Prof|Mrs?|Ms|Miss|Sir|Frau|Herrn?|Hr|Mme|Mlle|M|Sra?|Srta|Sig|Dott|Dhr|Mevr|Drs|Ing|Dipl|Др)\.?$/u;
const cased = new RegExp(
  String.raw`${title}${title}(?:${particle} )?(?:\p{Lu}\.(?: ?-?\p{Lu}\.)*|\p{Lu}[\p{L}\p{M}'’]{0,30}(?:[-‑]\p{L}[\p{L}\p{M}'’]{0,30}){0,3})(?:,? (?:${particle} ){0,2}(?:\p{Lu}\.|\p{Lu}[\p{L}\p{M}'’]{0,30}(?:[-‑]\p{L}[\p{L}\p{M}'’]{0,30}){0,3})){0,4}`,
  'uy',
);
const caseless = String.raw`(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}|\p{Lu}|\p{Ll})[\p{L}\p{M}'\u200c\u200d״׳.-]){2,24}`;
const withSpaces = new RegExp(String.raw`${caseless}(?: ${caseless}){0,4}`, 'uy');
const thai = /[\p{Script=Thai}]{2,40}(?: (?:ณ )?[\p{Script=Thai}]{2,40})?/uy;
const hangul = /[\p{Script=Hangul}]{2,5}/uy;
const eastern =
  /[\p{Script=Han}々]{1,5}(?:[ 　・·][\p{Script=Han}々\p{Script=Hiragana}\p{Script=Katakana}ー]{1,6})?|[\p{Script=Katakana}ー]{1,10}(?:[ 　・·][\p{Script=Katakana}ー]{1,10}){1,4}|[\p{Script=Katakana}ー]{2,10}|[\p{Script=Hiragana}]{2,5}[ 　][\p{Script=Hiragana}]{2,5}/uy;

const endAfter = /^\s*(?:$|[፣።\n.,;:!?)(\]，。、；：！？（）|/"'”»」।؛،<-])/u;

function take(expression: RegExp, text: string, at: number): string | null {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? null;
}

/** A name at a place behind a label that announces one. */
export function nameAt(text: string, at: number, label: Label): Value | null {
  if (label.link === 'apart' || label.link === 'near') return null;
  const char = String.fromCodePoint(text.codePointAt(at) ?? 32);
  if (/[\p{Lu}\p{Ll}]/u.test(char)) return casedName(text, at, label);
  if (/\p{Script=Thai}/u.test(char)) return thaiName(text, at, label);
  if (/\p{Script=Hangul}/u.test(char)) return hangulName(text, at, label);
  if (/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(char))
    return easternName(text, at, label);
  return /\p{L}/u.test(char) ? caselessName(text, at, label) : null;
}

const bare = (word: string): string => word.replace(/['’]s?$/u, '');

function casedName(text: string, at: number, { link, word }: Label): Value | null {
  const found = take(cased, text, at);
  if (found === null) return lowerName(text, at, { link, word });
  const all = [...found.matchAll(/[^\s,]+/gu)];
  // Of another sentence, or of the next label.
  const words = all.filter(
    ({ 0: one }) => /^\p{Lu}/u.test(one) && !/^\p{Lu}\.$/u.test(one) && !isTitle.test(one),
  );
  let end = at + found.length;
  while (words.length > 1) {
    const last = words.at(-1);
    if (last === undefined || !noNames.has(bare(last[0]))) break;
    words.pop();
    end = at + last.index;
  }
  const kept = text.slice(at, end).trimEnd().replace(/,$/u, '');
  const known = words.map(({ 0: one }) => ({ one, ...knownWord(bare(one)) }));
  if (known.length === 0 || noNames.has(bare(known[0]?.one ?? ''))) return null;
  if (known.every(({ one }) => one.length > 1 && !/\p{Ll}/u.test(one)) && known.length < 2)
    return null;
  const fresh = known.filter(({ isWord, isName }) => !isWord || isName).length;
  const sure = known.filter(({ isWord }) => !isWord).length;
  const value = { start: at, end: at + bare(kept).length };
  if (/\p{Ll}\p{Lu}/u.test(kept.replace(/(?:Mc|Mac|De|Di|Le|La|Fitz|O['’])(?=\p{Lu})/gu, '')))
    return { ...value, looks: 1 };
  if (sure > 0) return { ...value, looks: known.length > 1 ? 3 : 2 };
  if (fresh > 0 && known.length > 1) return { ...value, looks: 2 };
  return { ...value, looks: link === 'sign' || fresh > 0 ? 1 : 0 };
}

/** `name: jonas weidlich` */
function lowerName(text: string, at: number, { link }: Pick<Label, 'link' | 'word'>): Value | null {
  if (link !== 'sign' && link !== 'copula') return null;
  const found = take(/[\p{Ll}\p{M}'’-]{2,20}(?: [\p{Ll}\p{M}'’-]{2,20}){0,2}/uy, text, at);
  if (found === null || !endAfter.test(text.slice(at + found.length, at + found.length + 3)))
    return null;
  const known = found.split(' ').map((one) => knownWord(one));
  const sure = known.filter(({ isWord, isName }) => isName && !isWord).length;
  const fresh = known.filter(({ isWord }) => !isWord).length;
  if (sure === 0 && fresh < known.length) return null;
  return {
    start: at,
    end: at + found.length,
    looks: sure > 0 && known.length > 1 ? 3 : sure > 0 ? 2 : 1,
  };
}

function caselessName(text: string, at: number, { link }: Label): Value | null {
  const found = take(withSpaces, text, at)?.replace(/\.$/u, '') ?? null;
  if (found === null) return null;
  const words = found.split(' ');
  const known = words.map((one) => knownWord(one));
  // To the first word that is a word only, but behind a sign, where all is meant if it is short.
  const isAll =
    link === 'sign' &&
    words.length <= 4 &&
    endAfter.test(text.slice(at + found.length, at + found.length + 3));
  let count = known.findIndex(({ isWord, isName }, place) => place > 0 && isWord && !isName);
  if (isAll || count < 0) count = Math.min(words.length, link === 'sign' ? 4 : 3);
  const kept = known.slice(0, count);
  const names = kept.filter(({ isName }) => isName).length;
  const fresh = kept.filter(({ isWord }) => !isWord).length;
  const value = { start: at, end: at + words.slice(0, count).join(' ').length };
  if (link === 'sign') return { ...value, looks: names + fresh > 0 ? 3 : 1 };
  if (names > 0 && fresh > 0) return { ...value, looks: kept.length > 1 ? 3 : 2 };
  if (names > 0 || (fresh === kept.length && kept.length > 1)) return { ...value, looks: 2 };
  return null;
}

function thaiName(text: string, at: number, { link }: Label): Value | null {
  const found = take(thai, text, at);
  if (found === null) return null;
  const isName = found.split(' ').some((one) => knownWord(one).isName);
  const value = { start: at, end: at + found.length };
  if (link === 'sign') return { ...value, looks: 3 };
  return isName || found.includes(' ') ? { ...value, looks: isName ? 3 : 2 } : null;
}

const koreanParticle =
  /(?:입니다|이에요|예요|이고|이며|님|씨|께서|에게|한테|이|가|은|는|을|를|의|과|와|도)$/u;

function hangulName(text: string, at: number, { link }: Label): Value | null {
  const found = take(hangul, text, at);
  if (found === null) return null;
  const name =
    found.length > 3 || /(?:님|씨)$/u.test(found) ? found.replace(koreanParticle, '') : found;
  const isEnd = endAfter.test(text.slice(at + found.length, at + found.length + 2));
  const isFamily = hanNames.family.has(name[0] ?? '') || hanNames.family.has(name.slice(0, 2));
  if (name.length < 2 || (!isFamily && !(link === 'sign' && isEnd))) return null;
  const isGiven = hanNames.given.has(name.slice(1)) || hanNames.given.has(name.slice(1, 3));
  const value = { start: at, end: at + name.length };
  if (isGiven) return { ...value, looks: 3 };
  return { ...value, looks: link === 'sign' ? 2 : knownWord(name).isWord ? 0 : 1 };
}

function easternName(text: string, at: number, { link }: Label): Value | null {
  const honorific = /(?:先生|女士|小姐|様|さん|氏|殿)$/u;
  const found = take(eastern, text, at)?.replace(honorific, '') ?? null;
  if (found === null || found.length < 2) return null;
  const isFamily = surname.test(found) || isJapaneseFamily(found);
  const isEnd = endAfter.test(text.slice(at + found.length, at + found.length + 2));
  const value = { start: at, end: at + found.length };
  if (!isEnd || found.length > 16) return null;
  if (link !== 'sign')
    return isFamily && found.length < 5 && found.length > 2 ? { ...value, looks: 3 } : null;
  if (/[ 　・·]/u.test(found) || (isFamily && found.length <= 5)) return { ...value, looks: 3 };
  return { ...value, looks: found.length <= 4 ? 1 : 0 };
}

const surname = new RegExp(`^(?:${doubleSurnames}|[${surnames}])`, 'u');
const isJapaneseFamily = (found: string): boolean =>
  [2, 3].some((count) => hanNames.family.has(found.slice(0, count)));
