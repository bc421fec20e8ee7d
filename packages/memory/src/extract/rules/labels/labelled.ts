import { knownWord } from '../../vocabulary/vocabulary.ts';
import type { Rule, Span } from '../rule.ts';
import { clauseBehind } from './announced-clause.ts';
import type { LabelKind } from './label-words.ts';
import { type Label, labelsIn } from './labels.ts';
import { nameAt, type Value } from './name-at.ts';

// What follows a label is its value, by how much it looks like one: 3 is unmistakable, 1 is possible. How the label is joined to it
// counts as well.

type Reader = (text: string, at: number, label: Label) => Value | null;

const digits = (text: string): number => text.replace(/\D/g, '').length;
const quotes = /["'“”„«»‘’「」『』《》‹›`]/u;

function matchAt(expression: RegExp, text: string, at: number): string | null {
  const sticky = expression;
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? null;
}

const amountAfter =
  /^\s?(?:%|‰|°|[€$£¥₹]|(?:EUR|USD|GBP|CNY|RMB|ms|min|h|s|dBm?|[kMG]?Hz|[kMG]B|km|mm|cm|kg|rows?|times|days?|hours?|minutes?|seconds?|users?|requests?|calls?|characters?|chars?|tokens?|words?|years?|items?|tage?n?|zeichen|stunden|元|天|次|秒|分钟|小时|毫秒|个|米|位|日|件|자|文字|桁)(?![\p{L}]))/u;
const unitEnd = /^\d[\d.,]* ?(?:[kMG]?B|[kM]?W|GHz|MHz|kHz|Hz|V|A|KB|MB|GB|TB|PM|AM|EUR|USD|GBP)$/;
const isYear = (text: string): boolean => /^(?:19|20)\d{2}(?:[-./]\d{1,2}){0,2}$/.test(text);
const isVersion = (text: string): boolean =>
  /^v?\d{1,4}(?:\.\d{1,5}){1,3}$/.test(text) &&
  digits(text) < 9 &&
  !/^\d{1,3}(?:\.\d{3}){2,}$/.test(text);

const group = String.raw`(?=[\p{L}./·+-]{0,14}\d)[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\d]{1,30}(?:[./·+-][\p{Script=Latin}\p{Script=Cyrillic}\d]{1,30}){0,7}(?:\([0-9A-Z]\))?`;
const codeValue = new RegExp(
  String.raw`#?(?:[A-ZА-Я]{1,5}(?:[-–][A-ZА-Я]{1,3})?[ ·-](?=\d))?${group}(?:[ ](?:№ ?)?(?:${group}|[A-ZА-Я]{1,3}(?![\p{L}\d]))){0,8}`,
  'uy',
);

const technicalBefore =
  /(?:error|exit|status|http|return|response|reason|source|country|area|product|colou?r|item|bar|qr|currency|language|reset|event|fault|fehler|status|erreur|errore?|ошибки|错误|状态|エラー|오류)[ _-]?$/iu;
const code: Reader = (text, at, { kinds, start, word }) => {
  if (kinds.includes('code') && technicalBefore.test(text.slice(Math.max(0, start - 12), start)))
    return null;
  let found = matchAt(codeValue, text, at)?.trimEnd();
  if (found === undefined) return null;
  // A Chinese word beside the number is none of it.
  found = /^[\p{Script=Han}]{2,}/u.test(found) ? '' : found.replace(/[\p{Script=Han}]+$/u, '');
  const count = digits(found);
  const end = at + found.length;
  if (count < 2 || isYear(found) || isVersion(found) || amountAfter.test(text.slice(end, end + 14)))
    return null;
  const hasLetters = /\p{L}/u.test(found);
  if (kinds.includes('plate') && hasLetters) return { start: at, end, looks: 3 };
  if (unitEnd.test(found)) return null;
  const isLong = count >= 5 || (hasLetters && count >= 3);
  if (count < 3) return null;
  if (kinds.includes('code'))
    return { start: at, end, looks: count >= 4 ? 3 : /cv|sicher|secur/.test(word) ? 3 : 1 };
  return { start: at, end, looks: isLong ? 3 : 2 };
};

const phoneValue = /[+(（]{0,2}\d(?:[ ()（）./·-]{0,3}\d){2,17}/uy;
const phone: Reader = (text, at) => {
  const found = matchAt(phoneValue, text, at);
  if (found === null || isYear(found) || isVersion(found)) return null;
  const end = at + found.length;
  if (amountAfter.test(text.slice(end, end + 14)) || /^[\p{L}_]/u.test(text.slice(end, end + 1)))
    return null;
  const count = digits(found);
  return { start: at, end, looks: count >= 7 ? 3 : count >= 5 ? 2 : 1 };
};

const states =
  /^(?:required|needed|wrong|missing|correct|incorrect|unknown|used|asked|with|from|that|not|the|a|an|in|on|at|of|for|and|or|to|set|sent|stored|valid|invalid|expired|empty|changed|reset|weak|strong|too|been|must|should|may|can|your|his|her|their|my|our|case|safe|saved|shared|hidden|given|never|always|only|per|by|is|are|was|has|have|encrypted|hashed|rotated|active|inactive|optional|default|protected|policy|manager|field|bucket|limits?|reset|length|nicht|falsch|abgelaufen|leer|ungültig|erforderlich|muss|für|von|und|der|die|das|ist|incorrecte?|expiré|obligatoire|requis|doit|incorrect[oa]|debe|no|ha|non|deve|scadut[ao]|не|должен|неверн\p{L}*|истек\p{L}*|null|none|nil|undefined|true|false|yes)$/iu;
const clauseWords =
  /phrase|words|mnemonic|seed|frase|фраза|answer|antwort|question|réponse|respuesta|risposta|resposta|ответ|助记|答案|答え|答/u;
const token =
  /[^\s"'“”„«»「」，。、；;<>（）`|*\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,200}/uy;
const quoted = /["'“„«‘「『](?=\S)[^"'”“»’」』`\n,、]{1,80}(?<=\S)["'”“»’」』](?!\p{L})/uy;
const hanSecret =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,12}(?=\s*(?:$|[\n，。；;,、]))/uy;
/** Words that no sentence is made of. */
const passphrase =
  /(?!at |of |too |the |not |longer |shorter |more |less |least |most |required |stored |wrong )\p{Ll}{2,14}(?:[ -]\p{Ll}{2,14}){2,9}?(?=[,.;"'\n]| (?:is|was|are|for|in|on|from)(?!\p{L})|$)/uy;
const clause = /[^\n.,;。；，"”」]{3,120}/uy;

const secret: Reader = (text, at, { word, link }) => {
  const inHan = link === 'sign' ? matchAt(hanSecret, text, at) : null;
  if (inHan !== null) return { start: at, end: at + inHan.length, looks: 1 };
  const inQuotes = matchAt(quoted, text, at);
  if (inQuotes !== null) return { start: at + 1, end: at + inQuotes.length - 1, looks: 3 };
  const isPassphrase = /passphrase|passwort-?satz|phrase de passe|frase de paso/u.test(word);
  if (clauseWords.test(word) && (link === 'sign' || (isPassphrase && link !== 'near'))) {
    const found = matchAt(link === 'sign' ? clause : passphrase, text, at);
    return found === null ? null : { start: at, end: at + found.trimEnd().length, looks: 3 };
  }
  const found = matchAt(token, text, at)?.replace(/[.,:!?)\]]+$/u, '') ?? '';
  const end = at + found.length;
  if (found.length < 3 || states.test(found) || /[(){}/\\]|^[$%<*]/.test(found)) return null;
  if (isVersion(found) || isYear(found) || amountAfter.test(text.slice(end, end + 14))) return null;
  const isMixed = /\d/.test(found)
    ? /\p{L}/u.test(found) && !/^\d+-?\p{Ll}+$/u.test(found)
    : /\p{L}[^\p{L}\p{M}\s.'’-]+(?:\p{L}|$)/u.test(found);
  if (isMixed && !/^[\p{Ll}\d]+(?:-[\p{Ll}\d]+)+$/u.test(found))
    return { start: at, end, looks: 3 };
  if (/^\p{Ll}{2,}(?:[-_.]\p{Ll}{2,}){2,}$/u.test(found)) return { start: at, end, looks: 3 };
  if (/^\d{4,12}$/.test(found)) return { start: at, end, looks: 2 };
  const isLast =
    /^\s*(?:$|[\n.,;:!?)。，；、"'”|/]|(?:and|und|et|y|e|en|и|i|a|och|og|ve|dan|và)\s)/u.test(
      text.slice(end, end + 6),
    );
  if (!/^[\p{L}\p{M}'’_-]+$/u.test(found)) return isLast ? { start: at, end, looks: 2 } : null;
  if (/^\p{Lu}?[\p{Ll}\p{M}]+$/u.test(found) && knownWord(found).isWord)
    return isLast ? { start: at, end, looks: 1 } : null;
  return { start: at, end, looks: isLast || /[\p{Ll}]\p{Lu}|_/u.test(found) ? 2 : 1 };
};

const handleValue =
  /@[\w.-]{2,40}:[\w.-]{3,60}|@?[\p{Script=Latin}\p{Script=Cyrillic}\p{N}_][\p{Script=Latin}\p{Script=Cyrillic}\p{N}_.:+-]{1,50}(?:[#@][\p{L}\p{N}_.]{2,20})?/uy;
const handle: Reader = (text, at) => {
  const found = matchAt(handleValue, text, at)?.replace(/[.:,-]+$/u, '') ?? '';
  const end = at + found.length;
  if (found.length < 3 || states.test(found) || isYear(found) || isVersion(found)) return null;
  if (/^\d{1,2}:\d{2}/.test(found)) return null;
  if (/^\d{1,4}[A-Za-z]{0,3}$/.test(found) || amountAfter.test(text.slice(end, end + 14)))
    return null;
  if (/^[(/]/.test(text.slice(end, end + 1))) return null;
  if (/[@_\d]|\p{L}\.\p{L}/u.test(found)) return { start: at, end, looks: 3 };
  const isLast = /^\s*(?:$|[\n.,;:!?)。，；、"'”|/(]|(?:and|und|et|y|e|en|и)\s)/u.test(
    text.slice(end, end + 5),
  );
  if (!isLast) return null;
  return { start: at, end, looks: knownWord(found).isWord ? (/^\p{Lu}/u.test(found) ? 0 : 1) : 2 };
};

const ordinal = String.raw`(?:st|nd|rd|th|er|º|ª|\.|-?го|-?е)?`;
const month = String.raw`(?:de |of |del |d['’])?[\p{L}\p{M}]{3,12}\.?`;
const dateValue = new RegExp(
  [
    String.raw`(?:昭和|平成|令和|大正|民國|民国)?\s?\d{1,4}年\s?\d{1,2}月(?:\s?\d{1,2}日)?`,
    String.raw`\d{2,4}년 ?\d{1,2}월(?: ?\d{1,2}일)?`,
    String.raw`\d{1,4} ?[./-] ?(?:\d{1,2}|[\p{L}\p{M}]{3,10}) ?[./-] ?\d{1,4}`,
    String.raw`\d{1,2}${ordinal} ${month},? (?:de |del |van |ng )?\d{2,4}`,
    String.raw`[\p{L}\p{M}]{3,12}\.? \d{1,2}${ordinal},? \d{4}`,
    String.raw`[\p{L}\p{M}]{3,12}\.? \d{4}`,
    String.raw`\d{1,2} \d{1,2} \d{2,4}`,
    String.raw`\d{6,8}(?!\d)`,
    String.raw`\d{1,2}${ordinal} ${month}`,
    String.raw`\d{4}(?!\d)`,
  ].join('|'),
  'uy',
);
const birth: Reader = (text, at) => {
  const found = matchAt(dateValue, text, at);
  if (found === null) return null;
  const count = digits(found);
  return { start: at, end: at + found.length, looks: count > 4 ? 3 : count === 4 ? 2 : 1 };
};

const streets =
  /^(?:rue|via|viale|calle|carrera|avenida|rua|ulica|ulitsa|улица|ул|проспект|просп|пер|пл|вул|бул|avenue|boulevard|piazza|plaza|praça|place|str|jalan|jln|đường|ngõ|số|tổ|thôn|flat|unit|apartment|house)(?!\p{L})/iu;
const addressValue = /(?:[^\n;。；|]|;(?=\S)){3,140}/uy;
const address: Reader = (text, at) => {
  let found = matchAt(addressValue, text, at) ?? '';
  // To the end of the sentence, which an abbreviation such as `ul.` is not.
  const stop =
    /(?<=[^\s.]{4}|\d)[.!?](?=\s|$)|["”»」]|\s[-–—(]\s?|,? (?:and|und|et|y|e|en|or|but|aber|mais|pero|because|since|weil|which|where|until|tel|phone|email|mobile|born|geboren|née?)\s/u.exec(
      found,
    );
  if (stop !== null) found = found.slice(0, stop.index);
  found = found.trimEnd().replace(/[,.]$/u, '');
  const end = at + found.length;
  if (
    found.length < 4 ||
    /^\d{1,3}(?:\.\d{1,3}){3}/.test(found) ||
    /^(?:0x|[a-z]+:\/\/)/.test(found)
  )
    return null;
  if (amountAfter.test(found.replace(/^[\d., ]+/, ''))) return null;
  const hasNumber = /\d|[一二三四五六七八九十]+(?:号|號|室|楼|樓)/u.test(found);
  const named = found.match(/\p{Lu}[\p{L}\p{M}'’-]{2,}|[\p{Lo}]{2,}/gu) ?? [];
  if (named.length === 0 || (/^\p{Ll}{3}/u.test(found) && !streets.test(found))) return null;
  if (/^\d{1,2}[:h]\d{2}/.test(found)) return null;
  const isNew = named.some((one) => !knownWord(one).isWord);
  // Where no spaces divide words, only by the words that addresses are made of.
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}*]/u.test(found)) {
    const isPlace =
      /[路街道巷弄町丁番号號室楼樓栋棟][^，、]{0,8}\d|\d[^，、]{0,6}[号號室楼樓栋棟弄番丁巷段]|[省市区區县縣府県都][\p{Script=Han}]{1,8}[区區县縣市镇鎮路街町村]/u;
    const [inside] = [isPlace.exec(found)];
    return inside === null || inside.index > 30 || /[*`[]/.test(found)
      ? null
      : { start: at, end, looks: 3 };
  }
  if (hasNumber)
    return { start: at, end, looks: /^[\d\p{Lu}\p{Lo}]|^\p{Ll}{1,3}\b/u.test(found) ? 3 : 2 };
  return { start: at, end, looks: isNew && named.length > 1 ? 2 : isNew ? 1 : 0 };
};

const mailValue =
  /[^\s,;<>"'“”，。；]{2,64}(?:@|\s?[([{]?\s?(?:at|ät|arroba|собака|艾特|chiocciola)\s?[)\]}]?\s?)[^\s,;<>"'“”，。；]{2,64}(?:\s?(?:dot|punkt|punto|точка|点)\s?[\p{L}]{2,20}){0,3}/iuy;
const mail: Reader = (text, at) => {
  const found = matchAt(mailValue, text, at)?.replace(/[.)]+$/u, '');
  return found === undefined ? null : { start: at, end: at + found.length, looks: 3 };
};

const readers: Readonly<Record<LabelKind, Reader>> = {
  ...{ person: nameAt, phone, id: code, account: code, plate: code },
  ...{ secret, code, handle, birth, address, mail },
};
/** As reports name them: like the rules that find the same without a label. */
const ruleOf: Readonly<Record<LabelKind, string>> = {
  ...{ person: 'name', phone: 'phone', id: 'id-named', account: 'reference', plate: 'plate' },
  // Not by the name of the rule for secrets: that one masks what is relayed as well, where a label is not enough.
  ...{ secret: 'secret-named', code: 'secret-named', handle: 'handle', birth: 'birth-date' },
  ...{ address: 'address', mail: 'email' },
};
/** As placeholders name them. */
const labelOf: Readonly<Record<LabelKind, string>> = {
  ...{ person: 'NAME', phone: 'PHONE', id: 'ID', account: 'REF', plate: 'PLATE' },
  ...{ secret: 'SECRET', code: 'SECRET', handle: 'HANDLE', birth: 'BIRTH_DATE' },
  ...{ address: 'ADDRESS', mail: 'EMAIL' },
};
const joins = { sign: 2, copula: 1, none: 0, apart: 0, near: -1 } as const;

function confidenceOf({ link, isWeak }: Label, { looks }: Value, kind: LabelKind): number {
  if (looks === 0 || ((link === 'apart' || link === 'near') && looks < 3)) return 0;
  // `the code of the gate 4817`
  const isNear = link === 'near' && /^(?:code|secret)$/.test(kind);
  const weight = looks + joins[link] + (isNear ? 1 : 0) - (isWeak && !isNear ? 1 : 0);
  if (link === 'near') return weight >= 2 ? 0.45 : 0;
  return weight >= 5 ? 0.9 : weight === 4 ? 0.8 : weight === 3 ? 0.65 : weight === 2 ? 0.45 : 0;
}

/** Of what only its label makes personal: too little for a mask, and for a doubt about all that is beside it. */
const announcedOnly = 0.4;
/** `my PIN is four seven one nine` */
const spelledOut = 0.7;
const isNumber: Readonly<Partial<Record<LabelKind, true>>> = {
  ...{ phone: true, id: true, account: true, code: true, secret: true },
};
const maxLabels = 2_000;
let last: { text: string; found: Map<LabelKind, Span[]> } | undefined;

/** The values of all labels of a text, by kind; the rules of the kinds ask one after another. */
function valuesIn(text: string): Map<LabelKind, Span[]> {
  if (last?.text === text) return last.found;
  const found = new Map<LabelKind, Span[]>();
  const add = (kind: LabelKind, span: Span) => found.set(kind, [...(found.get(kind) ?? []), span]);
  const labels = labelsIn(text).slice(0, maxLabels);
  const starts = [...new Set(labels.map(({ start }) => start))];
  for (const label of labels) {
    let at = label.valueAt;
    if (quotes.test(text[at] ?? '') && !label.kinds.includes('secret')) at += 1;
    for (const kind of label.kinds) {
      const value = readers[kind](text, at, label);
      if (value === null) continue;
      const confidence = confidenceOf(label, value, kind);
      if (confidence === 0) continue;
      add(kind, { start: value.start, end: value.end, confidence });
    }
    const next = starts.find((start) => start > label.valueAt) ?? text.length;
    const rest = clauseBehind(text, label, next);
    const [kind] = label.kinds;
    if (rest === null || kind === undefined) continue;
    const { start, end, isSpelled } = rest;
    const confidence = isSpelled && isNumber[kind] === true ? spelledOut : announcedOnly;
    add(kind, { start, end, confidence });
  }
  last = { text, found };
  return found;
}

/** One rule for each kind of label: what the label announces. */
export const labelledRules: readonly Rule[] = (Object.keys(readers) as LabelKind[]).map((kind) => ({
  name: ruleOf[kind],
  label: labelOf[kind],
  find: (text) => valuesIn(text).get(kind) ?? [],
}));
