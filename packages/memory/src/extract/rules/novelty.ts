import { hanNames, isCompound, knownWord } from '../vocabulary/vocabulary.ts';
import { digitWords } from './forms.ts';
import { isGivenName } from './given-names.ts';
import { labelsIn } from './labels.ts';
import { noNames, roles } from './name-words.ts';
import { surnames } from './names-in-han.ts';
import type { Rule, Span } from './rule.ts';

// The last resort: what is neither a common word nor a technical form is a doubt, in any place. Beside a word that announces
// personal data less is enough. Nothing of this is masked: it is marked where it leaves, and a rule does not share it.

const isKnownName = 0.5;
const isUnknown = 0.4;

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

interface Capital {
  text: string;
  isNew: boolean;
  isNameOnly: boolean;
  isName: boolean;
  isGiven: boolean;
}

function capitalOf(own: string): Capital {
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
    const names = words.filter(({ isNameOnly }) => isNameOnly).length;
    const fresh = words.filter(
      ({ isNew, text: one }) => isNew && !(one.length > 8 && isCompound(one)),
    ).length;
    if (words.length > 1) {
      if (names > 0) return [{ ...span, confidence: isKnownName }];
      const last = words.at(-1);
      const isLike = words[0]?.isGiven === true && (last?.isName === true || last?.isNew === true);
      const isNamed = !isStart && !isGerman && words.some(({ isName }) => isName);
      if (isLike || isNamed || (fresh > 0 && (trust >= 0.6 || cue)))
        return [{ ...span, confidence: isUnknown }];
      return [];
    }
    const [word] = words;
    if (word === undefined) return [];
    if (names > 0) return [{ ...span, confidence: isKnownName }];
    // A thing in a street: `op Zwanenbloem 12`.
    const isNumbered = houseAfter.test(text.slice(span.end, span.end + 8));
    if (word.isNew && isNumbered) return [{ ...span, confidence: isUnknown }];
    const isReliable = cue || trust >= 0.85 || !isGerman;
    if (fresh > 0 && (isStart ? cue : isReliable)) return [{ ...span, confidence: isUnknown }];
    if (
      word.isName &&
      !isStart &&
      !isGerman &&
      introducesName.test(text.slice(Math.max(0, index - 24), index))
    )
      return [{ ...span, confidence: isUnknown }];
    return [];
  });
}

const caselessWord = String.raw`(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}|\p{Lu}|\p{Ll})[\p{L}\p{M}\u200c\u200d'״׳]){2,24}`;
const caselessRun = new RegExp(String.raw`${caselessWord}(?: ${caselessWord}){0,30}`, 'gu');

/** Scripts with spaces and without capital letters: names that are known, and what is unknown beside them. */
function withoutCapitals(text: string, hasCue: (at: number) => boolean): Span[] {
  return [...text.matchAll(caselessRun)].flatMap(({ 0: own, index }) => {
    const words = [...own.matchAll(/[^ ]+/g)].map((match) => ({
      start: index + match.index,
      end: index + match.index + match[0].length,
      ...knownWord(match[0]),
    }));
    const spans: Span[] = [];
    const isTrusted =
      words.length > 3 && words.filter(({ isWord }) => isWord).length >= words.length * 0.6;
    for (let at = 0; at < words.length; at += 1) {
      const [word, next] = [words[at], words[at + 1]];
      if (word === undefined || word.isWord) continue;
      const follows = next !== undefined && (!next.isWord || next.isName);
      const isNamed = word.isName || (follows && next.isName);
      if (follows && (isNamed || isTrusted || hasCue(word.start))) {
        spans.push({
          start: word.start,
          end: next.end,
          confidence: isNamed ? isKnownName : isUnknown,
        });
        at += 1;
      } else if (
        (word.isName && word.end - word.start > 3) ||
        ((word.isName || word.end - word.start > 3) && hasCue(word.start))
      ) {
        spans.push({ start: word.start, end: word.end, confidence: isUnknown });
      }
    }
    return spans;
  });
}

let segmenters: Map<string, Intl.Segmenter> | undefined;
function segmenter(language: 'zh' | 'ja' | 'th'): Intl.Segmenter {
  segmenters ??= new Map();
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  const made = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, made);
  return made;
}

/** Surnames that are said of other things, alone before another word. */
const saidOfThings = new Set(
  '于和方高成时向白金石田时关安平易华明天何包温水车全能都单双项司夏江海黄强应常查卜党元仇计台余万从任经管程路段連史连支展解区曲鲁查别多习井有云左右古年干关后宁米门马毛边单申苗来那位符文原满师游尚牛米莫牧洪泽沙滑越洋池林封充洞荣谷苑'.split(
    '',
  ),
);

const introduces =
  /^[^\p{L}]|[由请給给让讓找叫是和与與跟及问問向]$|^(?:转告|通知|联系|告诉|委托|提醒|感谢|询问|拜访|采访|陪同|抄送)$/u;
const addressed =
  /^\p{Script=Han}?(?:师傅|經理|经理|先生|女士|小姐|老师|工程师|主任|医生|护士|同学|阿姨|总|说|称|反映|投诉|来电|请假|辞职|离职)/u;
const isFamily = (segment: string): boolean =>
  segment.length === 1 ? surnames.includes(segment) : hanNames.family.has(segment);

/** Han characters: a surname that is a word by itself, before one or two that no dictionary joins to another word. */
function inHan(text: string, hasCue: (at: number) => boolean): Span[] {
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  // Run by run: the time of dividing grows with the square of the length.
  return [...text.matchAll(hanRun)].flatMap(({ 0: run, index: start }) => {
    const cue = hasCue(start);
    const parts = [...segmenter(isJapanese ? 'ja' : 'zh').segment(run)];
    return parts.flatMap(({ segment, index }, at): Span[] => {
      const [before, one, two] = [at - 1, at + 1, at + 2].map(
        (place) => parts[place]?.segment ?? '',
      );
      const length = isJapanese
        ? japaneseAt({ segment, one: one ?? '', cue })
        : chineseAt(
            { before: before ?? '', segment, one: one ?? '', two: two ?? '', cue },
            run.slice(index),
          );
      return length === 0
        ? []
        : [{ start: start + index, end: start + index + length, confidence: isUnknown }];
    });
  });
}
const hanRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{2,120}/gu;

interface HanParts {
  before: string;
  segment: string;
  one: string;
  two: string;
  cue: boolean;
}

const isHan = (part: string): boolean => /^[\p{Script=Han}々]{1,3}$/u.test(part);

/** The length of a name there, 0 = none. */
function japaneseAt({ segment, one, cue }: Pick<HanParts, 'segment' | 'one' | 'cue'>): number {
  if (segment.length < 2 || !hanNames.family.has(segment)) return 0;
  if (isHan(one)) return segment.length + one.length;
  return cue || /^(?:さん|様|氏|くん|ちゃん)$/u.test(one) ? segment.length : 0;
}

function chineseAt({ before, segment, one, two, cue }: HanParts, rest: string): number {
  const { given } = hanNames;
  if (!isFamily(segment) || !isHan(one) || one.length > 2) return 0;
  const isThing = saidOfThings.has(segment);
  if (one.length === 1) {
    const isTwo = two.length === 1 && isHan(two);
    if (isTwo && given.has(one + two)) return segment.length + 2;
    if (isThing || (!cue && !given.has(one))) return 0;
    return segment.length + (isTwo && !/[说了的在已是和与将把对向要也都]/u.test(two) ? 2 : 1);
  }
  const isSaid =
    before === '' || introduces.test(before) || addressed.test(rest.slice(segment.length + 2, 12));
  return !isThing && (given.has(one) || cue || isSaid) ? segment.length + 2 : 0;
}

/** Three characters between signs, or before a verb, of which the first is a surname and which are no word. */
const alone = new RegExp(
  String.raw`(?<=^|[\s,，。、；：:（(！？给給找叫请請让讓由是人和与與跟及])[${surnames}]\p{Script=Han}{2}(?=$|[\s,，。、；：:（()）！？]|说|來|来|已|反映|表示|确认)`,
  'gu',
);
const inHanAlone = (text: string): Span[] =>
  [...text.matchAll(alone)].flatMap(({ 0: own, index }): Span[] =>
    !saidOfThings.has(own[0] ?? '') && [...segmenter('zh').segment(own)].length > 1
      ? [{ start: index, end: index + 3, confidence: isUnknown }]
      : [],
  );

/** How people call each other: `老魏`, `钱总`, `ゆうくん`, `น้องฟ้า`, `أم ياسين`. */
const nicknames: readonly RegExp[] = [
  new RegExp(
    String.raw`[老小][${surnames}](?=[\p{P}\s]|[说說在把已的是和与明今昨到去来让给也都叫问提要请负正去刚先再]|$)`,
    'gu',
  ),
  /阿[\p{Script=Han}](?=[\p{P}\s]|[说說在把已的是和与明今昨到去来让给也都叫问提要请截]|$)/gu,
  new RegExp(
    String.raw`[${surnames}](?:总|董|工|太|哥|姐|叔|姨|队|导|老|生|sir|局|处|科|主任)(?=[\p{P}\s]|[说說在把已的是和与明今昨到去来让给也都叫问提要请投打]|$)`,
    'gu',
  ),
  /\p{Script=Han}{2,6}[·•・]\p{Script=Han}{2,4}(?:[·•・]\p{Script=Han}{2,4})?/gu,
  new RegExp(String.raw`\p{Lu}\p{Ll}{2,14} ?[${surnames}](?!\p{Script=Han}{2})`, 'gu'),
  /[\p{Script=Han}]{2}(?=妈妈|爸爸|奶奶|爷爷|媽媽|同学|家长)/gu,
  /(?<![\p{Script=Hangul}])[\p{Script=Hangul}](?= (?:과장|대리|부장|차장|사원|팀장|기사|주임|실장|이사|선생)님?)/gu,
  /[\p{Script=Hiragana}\p{Script=Katakana}ー]{2,5}(?=くん|ちゃん|さん|君)/gu,
  /(?<=พี่|น้อง|คุณ|ป้า|ลุง|ครู|หมอ)[\p{Script=Thai}]{2,8}/gu,
  /(?<![\p{L}\p{M}])(?:أم|أبو|ام|ابو|بنت|ابن) [\p{Script=Arabic}\p{M}]{3,12}/gu,
  /(?<![\p{L}\p{M}])[\p{Script=Devanagari}]{2,14}(?= (?:दीदी|भैया|भाई|जी|साहब|बाबू|अंकल|आंटी)(?![\p{L}\p{M}]))/gu,
  /(?<![\p{L}\p{M}])(?:মোছাঃ|মোঃ|মো\.|জনাব|বেগম)(?: [\p{Script=Bengali}]{2,14}){1,3}/gu,
];

const koreanWord =
  /(?<![\p{Script=Hangul}])([\p{Script=Hangul}]{3})(?=(?:이|가|은|는|을|를|의|과|와|도|께서|에게|한테|님|씨|입니다)?(?![\p{Script=Hangul}]))/gu;
const koreanGiven =
  /(?<![\p{Script=Hangul}])([\p{Script=Hangul}]{2})(?=(?:이가|이는|가|는|를|한테|에게|랑|야|님|씨)(?![\p{Script=Hangul}]))/gu;
function inHangul(text: string): Span[] {
  const given = [...text.matchAll(koreanGiven)].flatMap(({ 0: own, index }): Span[] =>
    hanNames.given.has(own) && !knownWord(own).isWord
      ? [{ start: index, end: index + own.length, confidence: isUnknown }]
      : [],
  );
  const whole = [...text.matchAll(koreanWord)].flatMap(({ 0: own, index }): Span[] =>
    hanNames.family.has(own[0] ?? '') && hanNames.given.has(own.slice(1)) && !knownWord(own).isWord
      ? [{ start: index, end: index + own.length, confidence: isUnknown }]
      : [],
  );
  return [...given, ...whole];
}

const thaiRun = /[\p{Script=Thai}]{3,60}/gu;
function inThai(text: string, hasCue: (at: number) => boolean): Span[] {
  return [...text.matchAll(thaiRun)].flatMap(({ 0: own, index }): Span[] =>
    hasCue(index)
      ? [...segmenter('th').segment(own)].flatMap(({ segment, index: at }): Span[] =>
          segment.length > 2 && knownWord(segment).isName
            ? [{ start: index + at, end: index + at + segment.length, confidence: isUnknown }]
            : [],
        )
      : [],
  );
}

/** Scripts of which there is no table of words: a person reads each line. */
const withoutTable =
  /[\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Sinhala}\p{Script=Oriya}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Ethiopic}\p{Script=Tibetan}][^\n]{3,2000}/gu;
const unreadable = (text: string): Span[] =>
  /[\u0a00-\u0dff\u0e80-\u10a0\u1200-\u137f\u1780-\u17ff]/.test(text)
    ? [...text.matchAll(withoutTable)].map(({ 0: own, index }) => ({
        start: index,
        end: index + own.length,
        confidence: isUnknown,
      }))
    : [];

/** Values in forms that words, amounts, dates and versions do not have. `cue`: only beside an announcing word. */
const forms: readonly { expression: RegExp; cue: boolean; test?: (own: string) => boolean }[] = [
  // Long numbers in groups.
  {
    expression:
      /(?<![\p{L}\d_.,:#=€$£¥₹/+-]|\d )[+(]{0,2}\d{1,7}(?:[)./ -]{1,2}\d{1,7}){0,6}(?![\d\p{L}_%]|[.,:]\d| ?[€$£¥₹])/gu,
    cue: false,
    test: (own) => {
      const digits = own.replace(/\D/g, '');
      return (
        digits.length >= 7 &&
        digits.length <= 19 &&
        !isDate(own) &&
        !/^\d{1,3}(?:[ .]\d{3})+$/.test(own) &&
        !/0{5}$/.test(digits)
      );
    },
  },
  {
    expression:
      /(?<![\p{L}\d_.,:€$£¥₹/-])\d[\d ./-]{2,24}\d(?![\d\p{L}_%]|[.,:]\d| ?(?:[€$£¥₹]|(?:ms|min|kg|km|MB|GB|Hz|EUR|USD)(?!\p{L})))/gu,
    cue: true,
    test: (own) => {
      const count = own.replace(/\D/g, '').length;
      return count >= 5 && !isDate(own) && !/^\d{1,3}(?:[ .]\d{3})+$/.test(own);
    },
  },
  {
    expression: new RegExp(
      String.raw`(?<!\p{L})(?:${digitWords})(?:[ ,-]{1,2}(?:${digitWords}|hash|star|dash)){2,20}(?!\p{L})`,
      'giu',
    ),
    cue: true,
  },
  // Who is described, and not named.
  {
    expression:
      /(?<!\p{L})(?:the |a )?\p{L}{3,20}['’]s (?:\p{L}{3,10} )?(?:son|daughter|wife|husband|mother|father|brother|sister|nephew|niece|cousin|girlfriend|boyfriend|ex|twin|baby)(?!\p{L})|(?:la|le|el|il|lo|die|der) (?:hij[oa]|espos[oa]|mujer|marido|fille|fils|femme|mari|belle-sœur|beau-frère|figli[oa]|moglie|marito|tochter|sohn|frau|mann|sœur|frère|hermana|hermano) (?:del?|du|des|della|dell['’]|des|der|von) ?(?:la |los |l['’])?\p{L}{3,20}|[\p{Script=Han}]{2,10}的(?:双胞胎|大|小|前)?(?:岳父|岳母|儿子|女儿|老婆|老公|丈夫|妻子|小舅子|大舅子|弟弟|哥哥|姐姐|妹妹|父亲|母亲|妈妈|爸爸|侄子|外甥|女婿|儿媳)/giu,
    cue: false,
  },
  // Letters and a number, as plates have them.
  { expression: /(?<![\p{L}\p{M}])(?:\p{Script=Arabic} ){2,3}\d{1,4}(?!\d)/gu, cue: false },
  // Who wrote, in a record of a conversation.
  {
    expression: /(?<=(?:^|\n)\[?\d{1,2}:\d{2}(?::\d{2})?\]? )<?[\w.-]{3,30}(?=>? ?: )/gu,
    cue: false,
  },
  // A day so long ago that a person was born on it.
  {
    expression:
      /(?<![\d.,/-])(?:\d{1,2}[./-]\d{1,2}[./-](?:19[2-9]\d|200\d)|(?:19[2-9]\d|200\d)[./-]\d{1,2}[./-]\d{1,2}|(?:19[2-9]\d|200\d)年\d{1,2}月\d{1,2}日|\d{1,2}\.? (?:de )?\p{L}{3,10}\.? (?:de )?(?:19[2-9]\d|200\d))(?![\d./-]\d)/gu,
    cue: false,
  },
  {
    expression:
      /(?<=(?:(?<!\p{L})(?:no|nr|number|num|номер|nomor|número|numero|numer|číslo)\.?|№|[nN][º°]|#|号|번호|番号)\s?:?\s?)\d[\d-]{4,14}\d(?![\d\p{L}_%]|[.,:]\d)/gu,
    cue: false,
    test: (own) => !isDate(own),
  },
  // Letters and digits: plates, ids, numbers of contracts.
  {
    expression:
      /(?<![\p{L}\p{N}_./-])(?=[\p{Lu}\d -]{0,12}\p{Lu})(?=[\p{Lu}\d -]{0,12}\d)(?:\p{Lu}{1,3}[ -]?\d{1,4}[ -]?\p{Lu}{1,3}(?:[ -]?\d{1,4})?|\d{1,4}[ -]\p{Lu}{1,3}[ -]\d{1,4})(?![\p{L}\p{N}_/-])/gu,
    cue: true,
  },
  {
    expression:
      /(?<![\p{L}\p{N}_./-])(?=[\p{L}\d/-]{0,20}\d[\p{L}/-]{0,4}\d[\p{L}/-]{0,4}\d)(?=[\d/-]{0,14}\p{Lu})[\p{Lu}\d]{1,14}(?:[-/][\p{Lu}\d]{1,14}){0,4}(?![\p{L}\p{N}_/-]|\.\d)/gu,
    cue: true,
  },
  {
    expression:
      /(?<![\p{L}\p{N}_./-])(?:\p{Lu}{1,4}-?\d{5,12}\p{Lu}{0,2}|\d{5,12}-?\p{Lu}{1,2}|(?=[\p{Lu}\d-]{0,16}\p{Lu})(?=(?:[\p{Lu}-]{0,8}\d){5})[\p{Lu}\d]{1,12}(?:-[\p{Lu}\d]{1,12}){1,4}|\p{Lu}{2}-\d{3,4}-\p{Lu}{2})(?![\p{L}\p{N}_/-])/gu,
    cue: false,
  },
  {
    expression: /(?<![\p{L}\p{N}_./-])\p{Lu}{1,3} \d{3,4} \p{Lu}{1,3}(?![\p{L}\p{N}_/-])/gu,
    cue: false,
  },
  // A given name in lower case.
  {
    expression: /(?<![\p{L}\p{N}_@./'’-])\p{Ll}{4,20}(?![\p{L}\p{N}_@/('’-]|\.\w)/gu,
    cue: false,
    test: (own) => {
      const { isName, isWord } = knownWord(own);
      return isGivenName(own) || (isName && !isWord && own.length > 4);
    },
  },
  // A word that nobody says: both cases, a digit and a sign.
  {
    expression:
      /(?<![^\s"'«“(:=])(?=\S{0,30}\p{Ll})(?=\S{0,30}\p{Lu})(?=\S{0,30}\d)(?=\S{0,30}[!#$%&*^~?+@=_.-])[\p{L}\d!#$%&*^~?+@=_.-]{7,40}(?![\p{L}\d/:])/gu,
    cue: false,
  },
  // Handles.
  {
    expression:
      /(?<![\p{L}\p{N}_@./-])@?(?=[\w.-]{3,40}(?![\w@.-]*[@/(]))[a-z]{1,30}(?:[._-][a-z]{1,30}){0,5}[._-]?\d{1,6}(?:[._-]?[a-z]{1,12})?(?![\w@/(:-]|\.\w)/gu,
    cue: true,
    test: (own) => !/^[a-z]+-?\d{1,3}$/.test(own) || !knownWord(own.replace(/-?\d+$/, '')).isWord,
  },
  {
    expression: /(?<![\p{L}\p{N}_@./-])[A-Za-z]{2,20}(?:[._][A-Za-z]{2,20}){1,3}(?![\w@/(:=.-])/gu,
    cue: false,
    test: (own) =>
      own
        .split(/[._]/)
        .some((part) => knownWord(part).isName && !knownWord(part).isWord && part.length > 3),
  },
  {
    expression: /(?<![\p{L}\p{N}_@./-])[a-z]{3,20}[._]?\d{1,6}(?![\w@/(:=.-])/gu,
    cue: false,
    test: (own) =>
      own
        .split(/[._\d]+/)
        .some((part) => part.length > 3 && knownWord(part).isName && !knownWord(part).isWord),
  },
  {
    expression: /(?<![\p{L}\p{N}_@./-])[a-z]{2,20}(?:[._-][a-z]{2,20}){1,2}(?![\w@/(:=.-])/gu,
    cue: true,
    test: (own) => /[._]/.test(own) && own.split(/[._-]/).some((part) => !knownWord(part).isWord),
  },
  // A word in lower case that no language has.
  {
    expression: /(?<![\p{L}\p{N}_@./'’-])\p{Ll}{4,24}(?![\p{L}\p{N}_@/('’-]|\.\w)/gu,
    cue: true,
    test: (own) => {
      const { isWord, isName } = knownWord(own);
      return !isWord && (isName || own.length > 4) && !isCompound(own);
    },
  },
];
const isDate = (own: string): boolean =>
  /^(?:(?:19|20)\d{2}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ](?:19|20)?\d{2}|(?:19|20)\d{2}[-–/ ](?:19|20)\d{2}|(?:19|20)\d{6})$/.test(
    own.replace(/[()]/g, '').trim(),
  );

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
    const spans = [...inCapitals(text, hasCue), ...unreadable(text)];
    if (/[\u0530-\u0dff\u0e80-\u10ff\u1200-\u137f]/.test(text))
      spans.push(...withoutCapitals(text, hasCue));
    if (/\p{Script=Han}/u.test(text)) spans.push(...inHan(text, hasCue), ...inHanAlone(text));
    if (/\p{Script=Hangul}/u.test(text)) spans.push(...inHangul(text));
    if (/\p{Script=Thai}/u.test(text)) spans.push(...inThai(text, hasCue));
    if (/[\u0600-\uffff]|[A-Z][a-z]+ ?\p{Script=Han}/u.test(text))
      for (const form of nicknames)
        for (const { 0: own, index } of text.matchAll(form))
          if (!/^[老小]/u.test(own) || !saidOfThings.has(own[1] ?? ''))
            spans.push({ start: index, end: index + own.length, confidence: isUnknown });
    for (const { expression, cue, test } of forms) {
      for (const { 0: own, index } of text.matchAll(expression)) {
        if ((cue && !hasCue(index)) || test?.(own) === false || own.trim() === '') continue;
        spans.push({ start: index, end: index + own.trimEnd().length, confidence: isUnknown });
      }
    }
    return spans;
  },
};
