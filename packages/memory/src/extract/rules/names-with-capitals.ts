import { knownWord } from '../vocabulary/vocabulary.ts';
import { isFrequentName, isGivenName } from './given-names.ts';
import {
  after,
  before,
  noNames,
  owned,
  pastAfter,
  roles,
  surnameEnding,
  thingEnding,
} from './name-words.ts';
import type { Span } from './rule.ts';

// A sequence of words with capital letters is a name by what is known of it: its words, and the words around it. Each piece of evidence
// has a weight; from 3 on it is masked, with 2 it is a doubt.

const word = String.raw`\p{Lu}[\p{L}\p{M}'’]{0,30}(?:-\p{Lu}[\p{L}\p{M}'’]{1,30}){0,3}`;
const particle = `(?:van der|van den|van de|van|von der|von|zu|de la|de los|de|del|della|di|da|dos|das|do|du|le|la|ter|ten|bin|binti|bte|ben|ibn|bint|al|el|af|av)`;
const sequence = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}@_/.#-]|[\p{L}]['’])(?:${particle} )?(?:\p{Lu}\.|${word})(?: (?:${particle} )?(?:\p{Lu}\.|${word}))*`,
  'gu',
);
const roleBefore = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:${roles})(?:["'”]?\s?[:：=?]\s?|,? (?:is |was |ist |war |lautet |heißt |est |es |è |é |jest |är |er )?)["'“„«]?$`,
  'iu',
);
const wordBefore = new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${before})(?: [ao])?:? $`, 'iu');
const strongBefore =
  /(?<!\p{L})(?:by|ask|tell|ping|notify|remind|inform|thank|dear|laut|bitte|door|przez|appeler|chiamare|cc|(?:reported|escalated|assigned|handed over|spoke) (?:to|with)|позвоните|сообщите|спросите|передали|(?:fal|convers|habl|parl|gespro|rozmaw|поговор|разговар|созвон|konuş)\p{L}{1,8} (?:com|con|avec|à|mit|z|со?)(?: [ao])?):? $/iu;
const verbAfter = new RegExp(String.raw`^,? (?:${after})(?![\p{L}])`, 'iu');
const ownedAfter = new RegExp(String.raw`^['’]s? (?:\p{Ll}{3,12} )?(?:${owned})(?![\p{L}])`, 'u');
/** The end of a letter: a line that says goodbye, and a name alone on the next. */
const closingBefore =
  /(?:^|\n)[^\n,.:;]{2,40},\s{0,2}\n\s{0,4}$|(?<!\p{L})(?:gr[uü](?:ß|ss)e?n?|groet(?:en)?|saludos?|saludo|hilsen|hälsningar?|pozdrav\p{L}*|pozdrowienia|terveisin|saygılar\p{L}*|уважением|повагою|regards|thanks|cheers)[.!]?\s{0,2}\n\s{0,4}$/iu;
const verbFirst =
  /(?:^|[.!?]\s)\p{Lu}(?:\p{Script=Cyrillic}{3,14}(?:л|ла|ли|лся|лась)|\p{Ll}{3,12}(?:iła|ił|ała|ał)) $/u;
const lineEnd = /^\s{0,3}(?:\n|$)/u;
const articleBefore =
  /(?<!\p{L})(?:the|this|these|our|two|three|four|five|six|both|all|any|some|many|few|several|every|each|other|new|old|\d{1,4}|der|die|das|den|dem|ein|eine|le|la|les|un|une|el|los|las|il|het|een) $/iu;
const placeBefore =
  /(?<!\p{L})(?:in|near|at|nach|aus|bei|city|town|site|standort|ort|firma|company|to the|город|в|из) $/iu;
const thingAfter =
  /^ (?:stations?|agents?|servers?|offices?|plants?|teams?|sites?|clusters?|sectors?|bridges?|gateways?|APIs?|apps?|versions?|models?|firmware|queues?|trains?|consumers?|library|libraries|protocol|format|street|road)(?!\p{L})/iu;
/** German. */
const nounsInCapitals =
  /(?<!\p{L})(?:der|die|das|und|ist|nicht|mit|für|wird|den|dem|im|am|zum|zur|vom|laut|bei|auf|nach|vor|durch|ein|eine|hat)(?!\p{L})/u;
const startBefore = /(?:^|[.!?:;。！？：；\n"“„([{•|>])\s*$/u;

interface Word {
  text: string;
  start: number;
}

const before60 = ({ input, index }: RegExpExecArray): string =>
  input.slice(Math.max(0, index - 60), index);

/** The parts of a sequence that may be a name: what is no name divides it. */
function parts(match: RegExpExecArray): Word[][] {
  const words = [...match[0].matchAll(/[^ ]+/g)].map(({ 0: text, index }) => ({
    text,
    start: match.index + index,
  }));
  const result: Word[][] = [[]];
  for (const [at, one] of words.entries()) {
    // At its beginning, `Ask` is a verb and no name.
    const isVerb =
      one === words[0] &&
      words.length > 1 &&
      (isBefore.test(one.text) || (words.length > 2 && isPast.test(one.text)));
    // `De` and `Van` are written either way inside a name.
    const following = words[at + 1]?.text;
    if (isParticle.test(one.text) && following !== undefined && !isNoName(following)) {
      if (at > 0 || !startBefore.test(before60(match))) {
        result.at(-1)?.push(one);
        continue;
      }
    }
    if (isVerb || isNoName(one.text)) result.push([]);
    else result.at(-1)?.push(one);
  }
  const [first] = result;
  // A verb in the infinitive before a given name that is known.
  const [one, two] = first ?? [];
  if (one?.start === match.index && two !== undefined && isGivenName(two.text)) {
    if (!isGivenName(one.text) && startBefore.test(before60(match))) first?.shift();
  }
  return result.filter((part) => part.some(({ text }) => /^\p{Lu}/u.test(text)));
}

const isParticle =
  /^(?:de|di|da|del|della|dos|das|du|la|le|van|von|der|den|ter|ten|el|al|bin|binti|bte|ben|ibn)$/iu;
/** `Звонила Анна`: in these languages the verb may be first. */
const isPast =
  /^\p{Lu}\p{Script=Cyrillic}{3,14}(?:л|ла|ли|лся|лась)$|^\p{Lu}\p{Ll}{3,12}(?:iła|ił|ała|ał)$/u;
const isBefore = new RegExp(`^(?:${before})$`, 'iu');
const isRole = new RegExp(`^(?:${roles})$`, 'iu');
function isNoName(text: string): boolean {
  const base = text.replace(/['’]s?$/u, '');
  if (isFrequentName(base)) return false;
  return (
    noNames.has(base) ||
    // `L'infirmière`
    /^\p{Lu}\p{Ll}{0,4}['’]\p{Ll}/u.test(base) ||
    isRole.test(base) ||
    // Abbreviations, and names of products such as AirScale.
    (base.length > 1 && !/\p{Ll}/u.test(base) && !base.includes('.')) ||
    /\p{Ll}\p{Lu}/u.test(base.replace(/^(?:Mc|Mac|De|Di|Le|La|Fitz)(?=\p{Lu})/u, '')) ||
    (thingEnding.test(text) && base.length > 5 && !base.includes('-'))
  );
}

function weigh(name: readonly Word[], text: string, end: number): number {
  const start = name[0]?.start ?? 0;
  const left = text.slice(Math.max(0, start - 60), start);
  const right = text.slice(end, end + 40);
  const capitals = name.filter(({ text: one }) => /^\p{Lu}/u.test(one));
  const [first, last] = [capitals[0]?.text ?? '', capitals.at(-1)?.text ?? ''];
  const known = capitals.map(({ text: one }) => knownWord(one));
  const isFull = capitals.length > 1 && capitals.some(({ text: one }) => one.length > 2);
  const isStart = startBefore.test(left);
  // Where nouns are in lower case, two capital letters in a sentence are most of a name.
  const inSentence = nounsInCapitals.test(text.slice(Math.max(0, start - 200), end + 200)) ? 2 : 3;
  let weight = isFull ? (isStart ? 1 : inSentence) : 0;
  if (isFull && capitals.length < 4 && isGivenName(first)) weight += 2;
  // `Taste Reset`: words of a language, and nobody's names.
  else if (isFull && known.every(({ isWord, isName }) => isWord && !isName)) weight -= 2;
  if (isFull && /^(?:\p{Lu}\.)$/u.test(first)) weight += 1;
  if (surnameEnding.test(last.replace(/['’]s?$/u, '')) && last.length > 4) weight += 1;
  if (/^\p{Lu}\p{Ll}+-\p{Lu}\p{Ll}+/u.test(last) || /^(?:O['’]|Mc|Mac|Fitz)\p{Lu}/u.test(last))
    weight += 1;
  if (name.length > capitals.length && isFull) weight += 1;
  if (roleBefore.test(left)) weight += 3;
  else if (strongBefore.test(left)) weight += isFull ? 2 : 1;
  else if (wordBefore.test(left)) weight += 1;
  // All that is on a line behind a colon.
  else if (isFull && /[:：]\s?$/u.test(left) && /^(?:[.,;\n(]|$| und | and )/u.test(right))
    weight += 2;
  if (verbAfter.test(right) || (isFull && pastAfter.test(right))) weight += 2;
  if (isFull && verbFirst.test(left)) weight += 1;
  if (isFull && closingBefore.test(left) && lineEnd.test(right)) weight += 3;
  if (ownedAfter.test(right)) weight += 3;
  if (articleBefore.test(left)) weight -= 2;
  if (placeBefore.test(left)) weight -= isFull ? 1 : 2;
  if (thingAfter.test(right)) weight -= 3;
  return weight;
}

/** A name behind `and` or a comma behind another one, or before it. */
const joined = /^(?:,| ?&|,? (?:and|und|et|y|e|en|i|och|og|ja|ve|и|та|και)) ?$/iu;

/** Names in scripts with capital letters. */
export function namesWithCapitals(text: string): Span[] {
  const found: { span: Span; weight: number; isFull: boolean }[] = [];
  for (const match of text.matchAll(sequence)) {
    for (const name of parts(match)) {
      const last = name.at(-1);
      const start = name[0]?.start ?? 0;
      if (last === undefined || name.length > 6) continue;
      const bare = last.text.replace(/['’]s?$/u, '');
      const end = last.start + bare.length;
      const weight = weigh(name, text, end);
      const isFull = name.length > 1;
      found.push({ span: { start, end, confidence: 0 }, weight, isFull });
    }
  }
  found.forEach((one, at) => {
    const before = found[at - 1];
    const isJoined =
      before !== undefined &&
      before.weight >= 3 &&
      one.isFull &&
      joined.test(text.slice(before.span.end, one.span.start));
    if (isJoined && one.weight >= 0) one.weight = Math.max(one.weight, 3);
  });
  return found.flatMap(({ span, weight, isFull }) => {
    if (weight < 2 || (!isFull && weight < 3)) return [];
    return [{ ...span, confidence: weight >= 5 ? 0.85 : weight >= 3 ? 0.7 : 0.45 }];
  });
}
