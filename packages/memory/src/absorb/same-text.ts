import { similarity } from '@countersign/search/embedder';
import { hashedVector } from '@countersign/search/hashed-vector';

/** A text in the form in which two are compared: width, case, spaces and punctuation do not count. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}.]+/gu, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Signs that turn a statement around. In Chinese they are in the middle of words, so only those that always do. */
const negations =
  /(?<![\p{L}])(?:not|never|no|none|cannot|don't|doesn't|didn't|isn't|aren't|won't|mustn't|shouldn't|without|nicht|kein|keine|nie|ohne|ne|pas|jamais|sans|nunca|sin|non|mai|senza|não|sem|niet|geen|nooit|zonder)(?![\p{L}])|不要|不能|不得|不可|不应|不会|不是|不需要|禁止|切勿|从不|没有|无需|勿|不/giu;

/** Pairs of which one says the opposite of the other. */
const opposites: readonly (readonly [RegExp, RegExp])[] = (
  [
    ['enabled?', 'disabled?'],
    ['allow(?:ed|s)?', '(?:deny|denied|denies|forbid(?:den|s)?)'],
    ['increase[ds]?|raise[ds]?', 'decrease[ds]?|reduce[ds]?|lower(?:ed|s)?'],
    ['always', 'never'],
    ['before', 'after'],
    ['likes?|prefers?', 'dislikes?|avoids?'],
    ['true|yes|on', 'false|no|off'],
    ['success|succeeded|completed', 'fail(?:ed|ure|s)?'],
    ['safe', 'unsafe|dangerous'],
  ] as const
).map(([one, other]) => [wordly(one), wordly(other)] as const);
const chineseOpposites: readonly (readonly [RegExp, RegExp])[] = [
  [/开启|启用|打开/, /关闭|停用|禁用/],
  [/提高|升高|增大|增加/, /降低|减小|减少/],
  [/允许/, /禁止|拒绝/],
  [/成功/, /失败/],
  [/喜欢/, /讨厌|不喜欢/],
  [/之前/, /之后/],
];

function wordly(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}])(?:${words})(?![\p{L}])`, 'iu');
}

const numbersIn = (text: string): string => (text.match(/\d+(?:[.,]\d+)*/g) ?? []).join(' ');
const isOdd = (text: string): boolean => (text.match(negations)?.length ?? 0) % 2 === 1;

/** 0 to 1, by spelling. */
const likeness = (one: string, other: string): number =>
  plain(one) === plain(other)
    ? 1
    : similarity(hashedVector(plain(one)), hashedVector(plain(other)));

/** From here on, two texts say the same unless they differ in a number or in a sign that turns them around. */
const sameFrom = 0.92;
/** From here on, without those, they speak of the same. */
const alikeFrom = 0.7;

/**
 * How two texts relate. `opposite`: they speak of the same, and one says the contrary or another number. Only by their words: what says
 * the contrary in other words is `other`, and stays a text of its own.
 */
export function relate(one: string, other: string): 'same' | 'opposite' | 'alike' | 'other' {
  if (plain(one) === plain(other)) return 'same';
  const turned = isOdd(one) !== isOdd(other) || isOpposite(one, other);
  const counted = numbersIn(one) !== numbersIn(other);
  if (turned || counted) {
    const alike = likeness(skeleton(one), skeleton(other));
    return alike >= alikeFrom ? 'opposite' : alike >= 0.4 ? 'alike' : 'other';
  }
  const near = likeness(one, other);
  return near >= sameFrom ? 'same' : near >= 0.4 ? 'alike' : 'other';
}

function isOpposite(one: string, other: string): boolean {
  return [...opposites, ...chineseOpposites].some(
    ([left, right]) =>
      (left.test(one) && right.test(other) && !right.test(one) && !left.test(other)) ||
      (right.test(one) && left.test(other) && !left.test(one) && !right.test(other)),
  );
}

/** What a text is about: without negations and without numbers. */
function skeleton(text: string): string {
  let rest = plain(text)
    .replace(negations, ' ')
    .replace(/\d+(?:[.,]\d+)*/g, ' ');
  for (const pair of [...opposites, ...chineseOpposites]) {
    for (const words of pair) rest = rest.replace(words, ' ');
  }
  return rest
    .replace(/(?<![\p{L}])(?:do|does|did|is|are|should|must|will)(?![\p{L}])/giu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
