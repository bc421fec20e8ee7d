import { longestCommon } from '@countersign/json/diff/longest-common';
import { withExactNumbers } from '@countersign/json/exact-number';

/** One line of a difference; `left` and `right` are line numbers from 1, null where the side has none. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  left: number | null;
  right: number | null;
  text: string;
  /** The other side's text where one line became another. */
  other: string | null;
}
/** Lines that are shown, or how many equal ones are left out; `isCut`: others, as there are too many. */
export type DiffPart = DiffLine | { kind: 'gap'; count: number; at: number; isCut?: boolean };

/** JSON as lines: one member a line, a row of plain values on one line. */
export function jsonLines(value: unknown): string[] {
  return withExactNumbers(JSON.stringify(value, null, 1) ?? '').split('\n');
}

/** Of JSON: a comma at the end of a line is no change of the line. */
const withoutComma = (line: string) => line.replace(/,$/, '');

/** Compares two texts line by line, by default of JSON; a removed line comes before its replacement. */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
  key: (line: string) => string = withoutComma,
): DiffLine[] {
  const pairs = longestCommon(before.map(key), after.map(key));
  const lines: DiffLine[] = [];
  let from = 0;
  let start = 0;
  for (let to = 0; to <= after.length; to += 1) {
    const pair = to === after.length ? before.length : (pairs[to] ?? null);
    if (pair === null) continue;
    const isExchange = pair - from === to - start;
    for (let left = from; left < pair; left += 1) {
      const other = isExchange ? (after[start + left - from] ?? null) : null;
      const text = before[left] ?? '';
      lines.push({ kind: 'removed', left: left + 1, right: null, text, other });
    }
    for (let right = start; right < to; right += 1) {
      const other = isExchange ? (before[from + right - start] ?? null) : null;
      const text = after[right] ?? '';
      lines.push({ kind: 'added', left: null, right: right + 1, text, other });
    }
    if (to < after.length) {
      const text = after[to] ?? '';
      lines.push({ kind: 'same', left: pair + 1, right: to + 1, text, other: null });
    }
    from = pair + 1;
    start = to + 1;
  }
  return lines;
}

/** Leaves out equal lines that are further than `context` lines from a change. */
export function withoutFarLines(lines: readonly DiffLine[], context = 3): DiffPart[] {
  const near = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'same') continue;
    for (let step = -context; step <= context; step += 1) near.add(index + step);
  }
  const parts: DiffPart[] = [];
  let skipped = 0;
  const flush = (at: number) => {
    if (skipped > 0) parts.push({ kind: 'gap', count: skipped, at });
    skipped = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!near.has(index)) skipped += 1;
    else {
      flush(index);
      parts.push(line);
    }
  }
  flush(lines.length);
  return parts;
}
