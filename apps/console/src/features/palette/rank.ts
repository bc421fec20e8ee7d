/** Something that can be found by its text. */
export interface Findable {
  /** What it is called: a hit here counts before one in `also`. */
  title: string;
  /** What else it is found by: who, where, its id. */
  also: readonly string[];
}

/** Maximum number of lines of one kind: a missing one needs a more exact query. */
export const LISTED = 5;

const EXACT = 4;
const PREFIX = 3;
const INSIDE = 1;
/** Fewer letters are inside of nearly everything. */
const MIN_INSIDE = 2;

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}_-]+/u)
    .filter(Boolean);

/** How well a term of the query fits a text: a whole word, the start of one, or letters inside. */
function fit(text: string, wanted: string): number {
  const lower = text.toLowerCase();
  if (!lower.includes(wanted)) return 0;
  const words = [...wordsOf(lower), ...lower.split(/\s+/), ...lower.split(/[\s_.:/-]+/)];
  if (words.includes(wanted)) return EXACT;
  if (words.some((word) => word.startsWith(wanted))) return PREFIX;
  // Where words are not separated by blanks, each position may start one.
  const isUndivided = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(
    wanted,
  );
  return wanted.length >= MIN_INSIDE || isUndivided ? INSIDE : 0;
}

/** How well it fits a query, of which every word must be found; 0 = it does not. */
export function scoreOf({ title, also }: Findable, query: string): number {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  let score = 0;
  for (const word of wanted) {
    const inTitle = fit(title, word) * 2;
    const beside = Math.max(0, ...also.map((text) => fit(text, word)));
    const best = Math.max(inTitle, beside);
    if (best === 0) return 0;
    score += best;
  }
  return wanted.length === 0 ? 1 : score / wanted.length;
}

/** Whether every word of a query is a word of the text or begins one; false = some are only letters inside a word. */
export function beginsAWord({ title, also }: Findable, query: string): boolean {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return wanted.every((word) => [title, ...also].some((text) => fit(text, word) >= PREFIX));
}

/** Those that fit, the best first and otherwise in their order; of one kind no more than five. */
export function findBest<T>(
  all: readonly T[],
  query: string,
  of: (each: T) => Findable,
): readonly T[] {
  if (query.trim() === '') return all.slice(0, LISTED);
  return all
    .map((each) => ({ each, score: scoreOf(of(each), query) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, LISTED)
    .map(({ each }) => each);
}
