import { type Box, isBox } from './box.ts';

/** The size of a JSON value when written out, with shared parts counted each time. */
export interface JsonSize {
  /** Values in it, itself included: objects, arrays, texts, numbers, booleans, nulls. */
  values: number;
  /** Characters of its texts and of its members' names. */
  chars: number;
  /** Levels of objects and arrays: 0 for a plain value, 1 for a box without boxes. */
  depth: number;
}

/** The stored size of a box. */
export interface BoxSize extends JsonSize {
  /** Levels; -1 = not known since something was taken out of it. */
  depth: number;
  /** The owner that created the box and may write to it; null = none. */
  owner: object | null;
  /** It is used in a second place: it must be copied before it is written. */
  lent: boolean;
}

/** Deeper values are not walked, to protect the stack: they count as larger than any limit. */
const maxWalk = 1_000;
const tooMuch = 1e12;

const sizes = new WeakMap<Box, BoxSize>();

/** Sizes are stored per box, so that a part used in many places is visited once. */
export function boxSize(box: Box, level = 0): BoxSize {
  const known = sizes.get(box);
  if (known !== undefined) return known;
  const size: BoxSize = { values: 1, chars: 0, depth: 1, owner: null, lent: false };
  if (level >= maxWalk) {
    size.values = tooMuch;
    size.depth = tooMuch;
    return size;
  }
  if (Array.isArray(box)) {
    for (const member of box) addMember(size, member, level);
  } else {
    for (const [name, member] of Object.entries(box)) {
      size.chars += name.length;
      addMember(size, member, level);
    }
  }
  sizes.set(box, size);
  return size;
}

function addMember(size: BoxSize, member: unknown, level: number): void {
  if (!isBox(member)) {
    size.values += 1;
    if (typeof member === 'string') size.chars += member.length;
    return;
  }
  const inner = boxSize(member, level + 1);
  size.values += inner.values;
  size.chars += inner.chars;
  if (size.depth <= depthOf(member)) size.depth = depthOf(member) + 1;
}

/** Notes the size of a box that was made by copying another. */
export function keepSize(box: Box, size: BoxSize): BoxSize {
  sizes.set(box, size);
  return size;
}

export const valuesOf = (value: unknown): number => (isBox(value) ? boxSize(value).values : 1);

export const charsOf = (value: unknown): number =>
  isBox(value) ? boxSize(value).chars : typeof value === 'string' ? value.length : 0;

/** Levels of a value, counted again where something has been removed since. */
export function depthOf(value: unknown): number {
  if (!isBox(value)) return 0;
  const size = boxSize(value);
  if (size.depth === -1) {
    size.depth = 1;
    for (const member of Array.isArray(value) ? value : Object.values(value)) {
      if (isBox(member)) size.depth = Math.max(size.depth, depthOf(member) + 1);
    }
  }
  return size.depth;
}

/** The size of a JSON value as if every shared part were written out; parts that were counted before are not walked again. */
export const sizeOf = (value: unknown): JsonSize => ({
  values: valuesOf(value),
  chars: charsOf(value),
  depth: depthOf(value),
});
