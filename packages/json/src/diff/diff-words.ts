import { longestCommon } from './longest-common.ts';

/** A stretch of two texts: in both, only in the older, or only in the newer one. */
export interface WordRun {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** A word, a run of white space, or a single other character, also in scripts without spaces. */
const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\s+|[\p{L}\p{N}_]+(?:['’.,-][\p{L}\p{N}_]+)*|./gsu;

/**
 * The words removed and added between two texts. A removed part precedes the part added in its place; the unchanged and
 * removed parts give the older text, the unchanged and added parts the newer one.
 */
export function diffWords(before: string, after: string): WordRun[] {
  const left = before.match(token) ?? [];
  const right = after.match(token) ?? [];
  const pairs = longestCommon(left, right);
  const runs: WordRun[] = [];
  let from = 0;
  let start = 0;
  for (let to = 0; to <= right.length; to += 1) {
    const pair = to === right.length ? left.length : (pairs[to] ?? null);
    if (pair === null) continue;
    add(runs, 'removed', left.slice(from, pair));
    add(runs, 'added', right.slice(start, to));
    add(runs, 'same', right.slice(to, to + 1));
    from = pair + 1;
    start = to + 1;
  }
  return withoutGaps(runs);
}

function add(runs: WordRun[], kind: WordRun['kind'], tokens: readonly string[]): void {
  const text = tokens.join('');
  if (text === '') return;
  const last = runs.at(-1);
  if (last?.kind === kind) last.text += text;
  else runs.push({ kind, text });
}

/** A single space between two changes is part of them: `the top two` is one removed part, not three. */
function withoutGaps(runs: readonly WordRun[]): WordRun[] {
  const joined: WordRun[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    add(joined, 'removed', [removed]);
    add(joined, 'added', [added]);
    removed = '';
    added = '';
  };
  for (const [index, { kind, text }] of runs.entries()) {
    const isGap =
      text.trim() === '' &&
      !text.includes('\n') &&
      removed + added !== '' &&
      index < runs.length - 1;
    if (kind === 'same' && !isGap) {
      flush();
      add(joined, 'same', [text]);
      continue;
    }
    if (kind !== 'added') removed += text;
    if (kind !== 'removed') added += text;
  }
  flush();
  return joined;
}
