import { type Box, childOf, hasChild, isBox } from '@countersign/json/box';
import { jsonEqual } from '@countersign/json/json-equal';
import { escapeToken } from '@countersign/json/json-pointer';
import { memberCount } from './member-count.ts';

/** How a place differs between A and B. */
export type Mark = '+' | '-' | '±' | '';

/** A place of the document, with its values in A and in B; equal if it is one document. A missing value is `undefined`. */
export interface PlaceRow {
  kind: 'place';
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

/** What a long branch holds besides what is listed. */
export interface MoreRow {
  kind: 'more';
  /** Of the branch. */
  pointer: string;
  depth: number;
  left: number;
  /** How many members are listed once it was asked for. */
  next: number;
}

export type TreeRow = PlaceRow | MoreRow;

/** What the reader has opened (true) or closed (false), and of how many members of a branch rows were asked for. */
export interface TreeOpening {
  toggled: ReadonlyMap<string, boolean>;
  asked: ReadonlyMap<string, number>;
}

export const asItOpens: TreeOpening = { toggled: new Map(), asked: new Map() };

export interface TreeOptions {
  opening?: TreeOpening;
  /** Leaves out the places that are equal in A and B. */
  changedOnly?: boolean;
  /** What is open at first. */
  opens?: (branch: { depth: number; mark: Mark; size: number; list: boolean }) => boolean;
}

/** So many members of a branch are listed at a time. */
const MEMBERS_AT_A_TIME = 10_000;
/** With so many rows nothing more is opened automatically. */
const MAX_BY_ITSELF = 2_000;

/** Changed places near the root, and small ones. */
const opensNearRoot: NonNullable<TreeOptions['opens']> = ({ depth, mark, size }) =>
  mark === '±' ? depth < 4 && size <= 60 : depth < 2 && size <= 12;

const nothing: Box = [];
const boxOf = (value: unknown): Box => (isBox(value) ? value : nothing);
const heldBy = (box: Box, name: string): unknown =>
  hasChild(box, name) ? childOf(box, name) : undefined;

function* ownNames(box: Box): Iterable<string> {
  if (Array.isArray(box)) for (let index = 0; index < box.length; index += 1) yield String(index);
  else yield* Object.keys(box);
}

/** The names of B, then those that only A has. */
function* namesOf(a: Box, b: Box): Iterable<string> {
  yield* ownNames(b);
  if (a !== b) for (const name of ownNames(a)) if (!hasChild(b, name)) yield name;
}

function markOf(a: unknown, b: unknown): Mark {
  if (a === b) return '';
  if (a === undefined) return '+';
  if (b === undefined) return '-';
  return jsonEqual(a, b) ? '' : '±';
}

/**
 * The visible lines of a document (`a` is `b`), or of two next to each other. Closed places are compared, but not walked, and a long
 * branch is listed piece by piece: the cost is that of what is shown.
 */
export function treeRows(a: unknown, b: unknown, options: TreeOptions = {}): TreeRow[] {
  const { opening = asItOpens, changedOnly = false, opens = opensNearRoot } = options;
  const rows: TreeRow[] = [];
  const place = (at: Pick<PlaceRow, 'pointer' | 'name' | 'depth' | 'mark' | 'a' | 'b'>) => {
    const { pointer, depth, mark } = at;
    const size = Math.max(memberCount(at.a), memberCount(at.b));
    const list = Array.isArray(at.b ?? at.a);
    const byItself = () => rows.length < MAX_BY_ITSELF && opens({ depth, mark, size, list });
    const open = size > 0 && (opening.toggled.get(pointer) ?? byItself());
    rows.push({ kind: 'place', ...at, branch: size > 0, open });
    if (open) walk(at.a, at.b, { pointer, depth: depth + 1 });
  };
  const walk = (left: unknown, right: unknown, { pointer, depth }: Place) => {
    const [before, after] = [boxOf(left), boxOf(right)];
    const limit = opening.asked.get(pointer) ?? MEMBERS_AT_A_TIME;
    let found = 0;
    for (const name of namesOf(before, after)) {
      const [inA, inB] = [heldBy(before, name), heldBy(after, name)];
      const mark = markOf(inA, inB);
      if (changedOnly && mark === '') continue;
      found += 1;
      if (found > limit) continue;
      const inner = `${pointer}/${escapeToken(name)}`;
      place({ pointer: inner, name, depth, mark, a: inA, b: inB });
    }
    if (found <= limit) return;
    const next = limit + MEMBERS_AT_A_TIME;
    rows.push({ kind: 'more', pointer, depth, left: found - limit, next });
  };
  if (isBox(a) || isBox(b)) walk(a, b, { pointer: '', depth: 0 });
  else if (a !== undefined || b !== undefined) {
    const mark = markOf(a, b);
    if (mark !== '' || !changedOnly) place({ pointer: '', name: '', depth: 0, mark, a, b });
  }
  return rows;
}

interface Place {
  pointer: string;
  depth: number;
}
