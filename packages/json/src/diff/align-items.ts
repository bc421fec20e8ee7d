import { canonicalJson } from '../canonical-json.ts';
import { jsonEqual } from '../json-equal.ts';
import { isObject, memberOf } from '../json-object.ts';
import { longestCommon } from './longest-common.ts';

/** Members that identify an item of a list, the most likely first. */
const idNames = ['id', 'key', '@id'];
/** Gaps beyond this many pairs are paired by place. */
const maxGap = 10_000;

/** The member by which every item of every list is named, each name once in its list; null = there is none. */
export function idNameOf(lists: readonly (readonly unknown[])[]): string | null {
  if (lists.every((list) => list.length === 0)) return null;
  return idNames.find((name) => lists.every((list) => isNamedBy(list, name))) ?? null;
}

function isNamedBy(list: readonly unknown[], name: string): boolean {
  const ids = list.map((item) => idOf(item, name));
  return !ids.includes(null) && new Set(ids).size === ids.length;
}

/** The id of an item, different for `1` and `"1"`; null = it has none. */
export function idOf(item: unknown, name: string): string | null {
  const id = isObject(item) ? memberOf(item, name) : undefined;
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : null;
}

/**
 * Which items of a list are which items of an older one: by their ids where all have one (they may have moved), else in
 * order, equal ones first, then the most similar ones between them. One entry for each of `after`: its place in `before`,
 * or null for new items.
 */
export function alignItems(
  before: readonly unknown[],
  after: readonly unknown[],
): (number | null)[] {
  const name = idNameOf([before, after]);
  if (name !== null) {
    const places = new Map(before.map((item, index) => [idOf(item, name), index]));
    return after.map((item) => places.get(idOf(item, name)) ?? null);
  }
  const pairs = longestCommon(before.map(textOf), after.map(textOf));
  fillGaps(before, after, pairs);
  return pairs;
}

function textOf(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    // Values that are not JSON are matched by place only.
    return `!${String(value)}`;
  }
}

/** Between equal items: items edited in place are matched by place. */
function fillGaps(
  before: readonly unknown[],
  after: readonly unknown[],
  pairs: (number | null)[],
): void {
  let from = 0;
  let start = 0;
  for (let to = 0; to <= after.length; to += 1) {
    const pair = to === after.length ? before.length : (pairs[to] ?? null);
    if (pair === null) continue;
    const left = before.slice(from, pair);
    const right = after.slice(start, to);
    for (const [one, other] of likest(left, right)) pairs[start + other] = from + one;
    from = pair + 1;
    start = to + 1;
  }
}

/** The maximum number of pairs in order, with the highest total similarity; the first such. */
function likest(left: readonly unknown[], right: readonly unknown[]): [number, number][] {
  const size = Math.min(left.length, right.length);
  const byPlace = Array.from({ length: size }, (_, index): [number, number] => [index, index]);
  if (left.length === right.length || size === 0 || left.length * right.length > maxGap) {
    return byPlace;
  }
  const width = right.length + 1;
  const best = new Float64Array((left.length + 1) * width);
  const at = (row: number, column: number) => best[row * width + column] ?? 0;
  const paired = (row: number, column: number) =>
    at(row + 1, column + 1) + 1 + likeness(left[row], right[column]) / (size + 1);
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      best[row * width + column] = Math.max(
        paired(row, column),
        at(row + 1, column),
        at(row, column + 1),
      );
    }
  }
  const pairs: [number, number][] = [];
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    if (at(row, column) === paired(row, column)) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (at(row, column) === at(row + 1, column)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** 0 to 1: the share of equal members; two values of one kind are a little alike. */
function likeness(left: unknown, right: unknown): number {
  if (!isObject(left) || !isObject(right)) return typeof left === typeof right ? 0.1 : 0;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  if (names.size === 0) return 1;
  const same = [...names].filter((name) => jsonEqual(memberOf(left, name), memberOf(right, name)));
  return same.length / names.size;
}
