import { hanNames, knownWord } from '../../vocabulary/vocabulary.ts';
import { surnames } from '../names-in-han.ts';
import { type Span, spansOf } from '../rule.ts';

/** Confidences of novelty, which are all doubts: a name that is known, and what is known as nothing. */
export const isKnownName = 0.5;
export const isUnknown = 0.4;

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

const segmenters = new Map<string, Intl.Segmenter>();
function segmenter(language: 'zh' | 'ja' | 'th'): Intl.Segmenter {
  const made = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
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
  spansOf(text, alone, {
    confidence: isUnknown,
    test: (own) => !saidOfThings.has(own[0] ?? '') && [...segmenter('zh').segment(own)].length > 1,
  });

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
  /(?<![\p{L}\p{M}])[\p{Script=Bengali}\p{M}]{2,16}(?= (?:দা|দি|দিদি|ভাই|আপা|বাবু)(?![\p{L}\p{M}]))/gu,
  /(?<![\p{L}\p{M}])(?:মোছাঃ|মোঃ|মো\.|জনাব|বেগম)(?: [\p{Script=Bengali}]{2,14}){1,3}/gu,
];

const koreanWord =
  /(?<![\p{Script=Hangul}])([\p{Script=Hangul}]{3})(?=(?:이|가|은|는|을|를|의|과|와|도|께서|에게|한테|님|씨|입니다)?(?![\p{Script=Hangul}]))/gu;
const koreanGiven =
  /(?<![\p{Script=Hangul}])([\p{Script=Hangul}]{2})(?=(?:이가|이는|가|는|를|한테|에게|랑|야|님|씨)(?![\p{Script=Hangul}]))/gu;
const inHangul = (text: string): Span[] => [
  ...spansOf(text, koreanGiven, {
    confidence: isUnknown,
    test: (own) => hanNames.given.has(own) && !knownWord(own).isWord,
  }),
  ...spansOf(text, koreanWord, {
    confidence: isUnknown,
    test: (own) =>
      hanNames.family.has(own[0] ?? '') &&
      hanNames.given.has(own.slice(1)) &&
      !knownWord(own).isWord,
  }),
];

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
    ? spansOf(text, withoutTable, { confidence: isUnknown })
    : [];

/** Names in scripts without capital letters. `hasCue`: whether something at that place announces personal data. */
export function namesByScript(text: string, hasCue: (at: number) => boolean): Span[] {
  const spans = unreadable(text);
  if (/[\u0530-\u0dff\u0e80-\u10ff\u1200-\u137f]/.test(text))
    spans.push(...withoutCapitals(text, hasCue));
  if (/\p{Script=Han}/u.test(text)) spans.push(...inHan(text, hasCue), ...inHanAlone(text));
  if (/\p{Script=Hangul}/u.test(text)) spans.push(...inHangul(text));
  if (/\p{Script=Thai}/u.test(text)) spans.push(...inThai(text, hasCue));
  if (/[\u0600-\uffff]|[A-Z][a-z]+ ?\p{Script=Han}/u.test(text))
    spans.push(
      ...nicknames.flatMap((form) => spansOf(text, form, { confidence: isUnknown, test })),
    );
  return spans;
}
const test = (nickname: string): boolean =>
  !/^[老小]/u.test(nickname) || !saidOfThings.has(nickname[1] ?? '');
