import { isBox } from '@countersign/json/box';
import { jsonEqual } from '@countersign/json/json-equal';
import { escapeToken } from '@countersign/json/json-pointer';

/** How a place differs between A and B. */
export type Mark = '+' | '-' | '±' | '';

/** One visible line of the state, as it stands in A and in B. A missing value is `undefined`. */
export interface DiffRow {
  /** JSON Pointer, '' for the root. */
  pointer: string;
  name: string;
  depth: number;
  mark: Mark;
  a: unknown;
  b: unknown;
  /** Has members in A or in B. */
  branch: boolean;
  open: boolean;
}

export interface DiffOptions {
  /** What the reader opened (true) or closed (false). */
  toggled: ReadonlyMap<string, boolean>;
  changedOnly: boolean;
}

const nothing: ReadonlyMap<string, unknown> = new Map();

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  if (Array.isArray(value)) {
    return new Map(value.map((held: unknown, index) => [String(index), held]));
  }
  return isBox(value) ? new Map(Object.entries(value)) : nothing;
}

/** What is open at first: changed places near the root, and small ones. */
const opensItself = (row: { depth: number; mark: Mark; size: number }) =>
  row.mark === '±' ? row.depth < 4 && row.size <= 60 : row.depth < 2 && row.size <= 12;

function markOf(a: unknown, b: unknown): Mark {
  if (a === b) return '';
  if (a === undefined) return '+';
  if (b === undefined) return '-';
  return jsonEqual(a, b) ? '' : '±';
}

/** The visible lines of two documents beside each other. Closed places are compared, but not walked. */
export function diffRows(a: unknown, b: unknown, options: DiffOptions): DiffRow[] {
  const rows: DiffRow[] = [];
  const walk = (left: unknown, right: unknown, place: { pointer: string; depth: number }) => {
    const before = membersOf(left);
    const after = membersOf(right);
    const names = new Set([...after.keys(), ...before.keys()]);
    for (const name of names) {
      const inA = before.get(name);
      const inB = after.get(name);
      const mark = markOf(inA, inB);
      if (options.changedOnly && mark === '') continue;
      const pointer = `${place.pointer}/${escapeToken(name)}`;
      const size = Math.max(membersOf(inA).size, membersOf(inB).size);
      const branch = isBox(inA) || isBox(inB);
      const open =
        size > 0 &&
        (options.toggled.get(pointer) ?? opensItself({ depth: place.depth, mark, size }));
      rows.push({ pointer, name, depth: place.depth, mark, a: inA, b: inB, branch, open });
      if (open) walk(inA, inB, { pointer, depth: place.depth + 1 });
    }
  };
  if (isBox(a) || isBox(b)) walk(a, b, { pointer: '', depth: 0 });
  else if (a !== undefined || b !== undefined) {
    const mark = markOf(a, b);
    if (mark !== '' || !options.changedOnly) {
      rows.push({ pointer: '', name: '', depth: 0, mark, a, b, branch: false, open: false });
    }
  }
  return rows;
}

/** Counts of plain values that were added, changed and removed. */
export interface DiffCounts {
  added: number;
  changed: number;
  removed: number;
}

const leaves = (value: unknown): number => {
  const members = membersOf(value);
  let sum = 0;
  for (const held of members.values()) sum += leaves(held);
  return isBox(value) ? Math.max(1, sum) : 1;
};

export function diffCounts(a: unknown, b: unknown): DiffCounts {
  const counts = { added: 0, changed: 0, removed: 0 };
  const walk = (left: unknown, right: unknown) => {
    if (left === right) return;
    if (left === undefined) counts.added += leaves(right);
    else if (right === undefined) counts.removed += leaves(left);
    else if (isBox(left) && isBox(right) && Array.isArray(left) === Array.isArray(right)) {
      const before = membersOf(left);
      const after = membersOf(right);
      for (const name of new Set([...before.keys(), ...after.keys()])) {
        walk(before.get(name), after.get(name));
      }
    } else if (!jsonEqual(left, right)) counts.changed += 1;
  };
  walk(a, b);
  return counts;
}
