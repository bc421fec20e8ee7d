import { alignItems } from './diff/align-items.ts';
import { longestCommon } from './diff/longest-common.ts';
import { jsonEqual } from './json-equal.ts';
import { isObject, type JsonObject, memberOf } from './json-object.ts';
import { pointerOf } from './json-pointer.ts';
import type { PatchOperation } from './patch-operation.ts';

type Path = readonly PropertyKey[];
const unsafeNames = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The operations (RFC 6902) that turn one JSON value into another: as few and as deep as possible. List items are matched by
 * their ids, else by their content; an item that only changed its place is moved. Paths do not contain names that could reach
 * a prototype: an object with such a name is replaced as a whole.
 *
 * @example diffValues({ rows: [{ id: 'a', n: 1 }] }, { rows: [{ id: 'a', n: 2 }] }) // replace /rows/0/n
 */
export function diffValues(base: unknown, value: unknown): PatchOperation[] {
  const steps: PatchOperation[] = [];
  diff(base, value, [], steps);
  return steps;
}

function diff(base: unknown, value: unknown, path: Path, steps: PatchOperation[]): void {
  if (jsonEqual(base, value)) return;
  if (isObject(base) && isObject(value) && isSafe(base) && isSafe(value)) {
    diffMembers(base, value, path, steps);
  } else if (Array.isArray(base) && Array.isArray(value)) {
    diffItems(base, value, path, steps);
  } else {
    steps.push({ op: 'replace', path: pointerOf(path), value });
  }
}

/** Whether no member at this level has a name that is not allowed in a path. */
const isSafe = (object: JsonObject): boolean =>
  Object.keys(object).every((name) => !unsafeNames.has(name));

function diffMembers(
  base: JsonObject,
  value: JsonObject,
  path: Path,
  steps: PatchOperation[],
): void {
  for (const name of Object.keys(base)) {
    const after = memberOf(value, name);
    if (base[name] === undefined) continue;
    if (after === undefined) steps.push({ op: 'remove', path: pointerOf([...path, name]) });
    else diff(base[name], after, [...path, name], steps);
  }
  for (const [name, after] of Object.entries(value)) {
    if (after === undefined || memberOf(base, name) !== undefined) continue;
    steps.push({ op: 'add', path: pointerOf([...path, name]), value: after });
  }
}

/** Removals first, from the end; then moves and additions, in order; then changes inside of items. */
function diffItems(
  base: readonly unknown[],
  value: readonly unknown[],
  path: Path,
  steps: PatchOperation[],
): void {
  const pairs = alignItems(base, value);
  const stays = new Set(pairs);
  for (let index = base.length - 1; index >= 0; index -= 1) {
    if (!stays.has(index)) steps.push({ op: 'remove', path: pointerOf([...path, index]) });
  }
  const names = pairs.map((pair, place) => (pair === null ? `new ${place}` : String(pair)));
  const order = base.flatMap((_, index) => (stays.has(index) ? [String(index)] : []));
  const places = longestCommon(order, names);
  for (const [place, name] of names.entries()) {
    if (places[place] !== null) continue;
    const from = order.indexOf(name);
    if (from >= 0) order.splice(from, 1);
    // Directly after its final predecessor: later moves keep the two together.
    const to = place === 0 ? 0 : order.indexOf(names[place - 1] ?? '') + 1;
    order.splice(to, 0, name);
    const at = pointerOf([...path, to]);
    if (from < 0) steps.push({ op: 'add', path: at, value: value[place] ?? null });
    else if (from !== to) steps.push({ op: 'move', path: at, from: pointerOf([...path, from]) });
  }
  for (const [place, pair] of pairs.entries()) {
    if (pair !== null) diff(base[pair], value[place], [...path, place], steps);
  }
}
