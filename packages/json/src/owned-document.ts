import { type Box, childOf, isBox, setChild } from './box.ts';
import { findAt, type Tokens } from './json-pointer.ts';
import {
  type BoxSize,
  boxSize,
  charsOf,
  depthOf,
  type JsonSize,
  keepSize,
  valuesOf,
} from './json-size.ts';

/** Null if it was done, else the reason. */
export type Outcome = string | null;

/** Represents "no value": absent before or after. */
export const nothing: unique symbol = Symbol('nothing');

/** One change of a box: the removed value, the added value, and the change in characters of member names. */
export interface Change {
  out: unknown;
  in: unknown;
  nameChars: number;
  apply(owner: Box): void;
}
/** Plans a change of a box, or returns the reason why it is not possible. */
type Plan = (parent: Box, token: string) => Change | string;

/** The maximum size of a document, counted as if every shared part were written out. */
export type SizeLimits = Readonly<JsonSize>;

/** Far more than people read, and far less than would block a server or a tab. */
export const defaultLimits: SizeLimits = { values: 200_000, chars: 8_000_000, depth: 100 };

/** How a refusal for size begins. */
export const overBudget = 'beyond the budget:';

const count = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** Why a value of this size is not allowed in a document, or null. */
export function objectionToSize(size: JsonSize, limits: SizeLimits): string | null {
  if (size.values > limits.values) {
    return `${overBudget} ${count(size.values)} values, and the limit is ${count(limits.values)}`;
  }
  if (size.chars > limits.chars) {
    return `${overBudget} ${count(size.chars)} characters, and the limit is ${count(limits.chars)}`;
  }
  if (size.depth > limits.depth) {
    return `${overBudget} ${count(size.depth)} levels, and the limit is ${count(limits.depth)}`;
  }
  return null;
}

/**
 * A JSON document that is changed by copying: each branch on the path to a change is copied once, then written to. Its size
 * is known at any time, so that a change which makes it too large is refused before anything is done.
 */
export class OwnedDocument {
  root: unknown;
  readonly limits: SizeLimits;

  constructor(root: unknown, limits: SizeLimits) {
    this.root = root;
    this.limits = limits;
  }

  /** Replaces the whole document. */
  setRoot(value: unknown): Outcome {
    const objection = objectionToSize(
      { values: valuesOf(value), chars: charsOf(value), depth: depthOf(value) },
      this.limits,
    );
    if (objection === null) this.root = value;
    return objection;
  }

  /** Changes the parent of `tokens`. The plan is checked first, so that a failing change copies nothing. */
  write(tokens: Tokens, plan: Plan, { deeper = true } = {}): Outcome {
    const found = findAt(this.root, tokens, tokens.length - 1);
    if ('missing' in found) return found.missing;
    if (!isBox(found.value)) return 'the path goes through a plain value';
    const change = plan(found.value, tokens[tokens.length - 1] ?? '');
    if (typeof change === 'string') return change;
    const grows = growthOf(change);
    const objection = this.#objectionTo(grows, deeper ? tokens.length + depthOf(change.in) : 0);
    if (objection !== null) return objection;
    const path = this.#ownPath(tokens, found.value);
    const owner = path[path.length - 1];
    if (owner === undefined) return 'the path goes through a plain value';
    change.apply(owner);
    resize(path, grows, { out: keptDepth(change.out), in: keptDepth(change.in) });
    return null;
  }

  /** A value is about to be used in two places: later writes must copy it first. */
  lend(box: Box): void {
    boxSize(box).lent = true;
  }

  #objectionTo(grows: Growth, depth: number): Outcome {
    const { limits } = this;
    // A change that makes a document smaller is always allowed: the document may be older than the limit.
    const values = grows.values > 0 ? valuesOf(this.root) + grows.values : 0;
    const chars = grows.chars > 0 ? charsOf(this.root) + grows.chars : 0;
    if (values <= limits.values && chars <= limits.chars && depth <= limits.depth) return null;
    return objectionToSize({ values, chars, depth }, limits);
  }

  #own(box: Box): Box {
    const size = boxSize(box);
    const mine = size.owner === this;
    if (mine && !size.lent) return box;
    const copy: Box = Array.isArray(box) ? box.slice() : { ...box };
    keepSize(copy, {
      values: size.values,
      chars: size.chars,
      depth: size.depth,
      owner: this,
      lent: false,
    });
    // Boxes created here are only contained in boxes created here; the copy is the second container.
    if (mine) this.#lendMembers(box);
    return copy;
  }

  #lendMembers(box: Box): void {
    for (const member of Array.isArray(box) ? box : Object.values(box)) {
      if (isBox(member)) boxSize(member).lent = true;
    }
  }

  /** The boxes on the path to a change, from the root to the parent, all created here. */
  #ownPath(tokens: Tokens, parent: Box): Box[] {
    let box = this.#own(isBox(this.root) ? this.root : parent);
    this.root = box;
    const path = [box];
    for (let at = 0; at < tokens.length - 1; at += 1) {
      const token = tokens[at] ?? '';
      const child = childOf(box, token);
      if (!isBox(child)) break;
      const next = this.#own(child);
      if (next !== child) setChild(box, token, next);
      box = next;
      path.push(box);
    }
    return path;
  }
}

type Growth = Pick<JsonSize, 'values' | 'chars'>;

function growthOf({ out, in: put, nameChars }: Change): Growth {
  return {
    values: (put === nothing ? 0 : valuesOf(put)) - (out === nothing ? 0 : valuesOf(out)),
    chars: nameChars + (put === nothing ? 0 : charsOf(put)) - (out === nothing ? 0 : charsOf(out)),
  };
}

/** The known levels: they are only counted again when needed. */
const keptDepth = (value: unknown): number => (isBox(value) ? boxSize(value).depth : 0);

/** Updates the sizes on the path; `depths`: levels of the value removed from the last box and of the added one. */
function resize(path: readonly Box[], grows: Growth, depths: { out: number; in: number }): void {
  let { out, in: put } = depths;
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const box = path[at];
    if (box === undefined) return;
    const size: BoxSize = boxSize(box);
    size.values += grows.values;
    size.chars += grows.chars;
    const before = size.depth;
    if (before !== -1) {
      if (put >= before) size.depth = put + 1;
      else if (put === -1 || out === -1 || (out + 1 === before && put < out)) size.depth = -1;
    }
    out = before;
    put = size.depth;
  }
}
