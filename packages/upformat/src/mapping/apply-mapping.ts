import type { Fault } from '@countersign/json/fault';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { pointerOf, tokensOf } from '@countersign/json/json-pointer';
import { matchPattern, placeIn } from '@countersign/json/pointer-pattern';
import { missingValues } from '@countersign/json-schema/missing-values';
import type { UpContext } from '../message.ts';
import { listDepth } from './mediation-field.ts';
import { type Conversion, converted } from './unit-match.ts';

/** One field filled from another, as `mediate` finds it. */
export interface FieldLink {
  from: string;
  to: string;
  conversion?: Conversion;
}

/** A receiver's payload with its problems; paths are JSON Pointers into `value`. */
export interface FilledPayload {
  value: Record<string, unknown>;
  problems: Fault[];
}

/** Fills a receiver's payload from a sender's by a mapping; missing values are left out. */
export function applyMapping(
  mapping: readonly FieldLink[],
  payload: unknown,
): Record<string, unknown> {
  return fillPayload(mapping, payload).value;
}

/**
 * Fills a receiver's payload from a sender's (docs/protocol/message.md) and reports missing values. Lists are filled item by item, places are kept;
 * where the sender has more list levels the values are gathered into a list, where it has fewer the value is repeated for every item.
 * With the receiver's context, required members that were not filled are problems too. Never throws.
 */
export function fillPayload(
  mapping: readonly FieldLink[],
  payload: unknown,
  receiver?: UpContext,
): FilledPayload {
  const value: JsonObject = {};
  const filling: Filling = { value, problems: [], made: new Set([value]) };
  // Repeated values come last, when the number of items is known.
  const repeats = (link: FieldLink) => listDepth(link.from) < listDepth(link.to);
  for (const link of mapping.filter((link) => !repeats(link))) fillItems(filling, link, payload);
  for (const link of mapping.filter(repeats)) repeatValue(filling, link, payload);
  for (const container of filling.made) closeGaps(container);
  const known = new Set(filling.problems.map(({ path }) => path));
  for (const { path, name } of missingValues(receiver?.schema, filling.value)) {
    if (!known.has(path)) filling.problems.push({ path, message: `${name} is missing.` });
  }
  return { value, problems: filling.problems };
}

type Holder = JsonObject | unknown[];

interface Filling extends FilledPayload {
  /** The containers made here. All others belong to the sender's payload and are never written to. */
  made: Set<Holder>;
}

const valueFor = ({ conversion }: FieldLink, value: unknown): unknown =>
  conversion === undefined ? value : converted(value, conversion);

function fillItems(filling: Filling, link: FieldLink, payload: unknown): void {
  const { from, to } = link;
  const depth = listDepth(to);
  const gathers = listDepth(from) > depth;
  const gathered = new Map<string, { indices: readonly number[]; values: unknown[] }>();
  for (const { indices, pointer, value } of matchPattern(payload, from)) {
    const place = indices.slice(0, depth);
    if (!gathers) {
      put(filling, { to, indices: place, value: valueFor(link, value), source: pointer });
      continue;
    }
    const group = gathered.get(place.join()) ?? { indices: place, values: [] };
    if (value !== undefined) group.values.push(valueFor(link, value));
    gathered.set(place.join(), group);
  }
  for (const { indices, values } of gathered.values()) {
    put(filling, { to, indices, value: values, source: from });
  }
}

function repeatValue(filling: Filling, link: FieldLink, payload: unknown): void {
  const { from, to } = link;
  for (const { indices, pointer, value } of matchPattern(payload, from)) {
    for (const places of placesBelow(filling.value, to, indices)) {
      put(filling, { to, indices: places, value: valueFor(link, value), source: pointer });
    }
  }
}

/** All places of the lists in a pattern that begin with the given ones; one item where a list is still empty. */
function placesBelow(root: unknown, to: string, start: readonly number[]): number[][] {
  let found: { indices: number[]; value: unknown }[] = [{ indices: [], value: root }];
  for (const token of tokensOf(to)) {
    found = found.flatMap(({ indices, value }) => {
      if (token !== '*') {
        return [{ indices, value: isObject(value) ? memberOf(value, token) : undefined }];
      }
      const items: unknown[] = Array.isArray(value) && value.length > 0 ? value : [undefined];
      const given = start[indices.length];
      const chosen = given === undefined ? [...items.keys()] : [given];
      return chosen.map((index) => ({ indices: [...indices, index], value: items[index] }));
    });
  }
  return found.map(({ indices }) => indices);
}

interface Put {
  to: string;
  indices: readonly number[];
  value: unknown;
  /** Where the value was looked for. */
  source: string;
}

function put(filling: Filling, { to, indices, value, source }: Put): void {
  const path = placeIn(to, indices);
  if (path === null) {
    filling.problems.push({ path: '', message: `${to} is no place to write to.` });
    return;
  }
  const holder = holderAt(filling, path);
  if (holder === null) {
    filling.problems.push({ path: pointerOf(path), message: 'Another value stands in the way.' });
    return;
  }
  if (value === undefined) {
    filling.problems.push({ path: pointerOf(path), message: `There is no value at ${source}.` });
    return;
  }
  const key = path.at(-1) ?? '';
  if (Object.hasOwn(holder, key)) {
    filling.problems.push({ path: pointerOf(path), message: 'Two fields fill this place.' });
  } else Reflect.set(holder, key, value);
}

/** The container of a path's last step, created if needed, so that an item keeps its place even if a value is missing. */
function holderAt({ value, made }: Filling, path: readonly (string | number)[]): Holder | null {
  let holder: Holder = value;
  for (const [at, key] of path.slice(0, -1).entries()) {
    const known: unknown = Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined;
    const isList = typeof path[at + 1] === 'number';
    if (known === undefined) {
      const next: Holder = isList ? [] : {};
      made.add(next);
      Reflect.set(holder, key, next);
      holder = next;
    } else if (isList && Array.isArray(known) && made.has(known)) holder = known;
    else if (!isList && isObject(known) && made.has(known)) holder = known;
    else return null;
  }
  return holder;
}

/** A missing value makes a list of plain values shorter, because JSON has no gaps. */
function closeGaps(container: Holder): void {
  if (!Array.isArray(container)) return;
  const items = container.filter(() => true);
  if (items.length < container.length) container.splice(0, container.length, ...items);
}
