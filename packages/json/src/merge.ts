import { listsOf, mergeOrder, type NamedList } from './diff/merge-lists.ts';
import { jsonEqual } from './json-equal.ts';
import { isObject, type JsonObject, memberOf } from './json-object.ts';
import { pointerOf } from './json-pointer.ts';

/** One place changed by at least one side; `undefined` = the place does not exist. */
export interface MergePlace {
  /** JSON Pointer into the base; items that are not in the base follow after its list. */
  path: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** Whose value is used at a place where both wrote different values. */
export type MergeChoices = Readonly<Record<string, 'mine' | 'theirs'>>;

export interface Merged {
  /** Both sides merged; mine at conflicts without a choice. */
  merged: unknown;
  /** Both changed it, differently. */
  conflicts: MergePlace[];
  /** Only they changed it: their value is used. */
  taken: MergePlace[];
  /** Only I changed it: my value is used. */
  kept: MergePlace[];
}

type Path = readonly PropertyKey[];
interface Sides {
  base: unknown;
  mine: unknown;
  theirs: unknown;
}
interface Work {
  found: Omit<Merged, 'merged'>;
  choices: MergeChoices;
}

/**
 * Merges my changes and theirs over the same base, place by place. The same input gives the same result, and
 * the paths do not depend on the choices, so that a choice can be made and the merge be done again.
 *
 * @example threeWayMerge({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 3 }).merged // { a: 2, b: 3 }
 */
export function threeWayMerge(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  choices: MergeChoices = {},
): Merged {
  const found: Work['found'] = { conflicts: [], taken: [], kept: [] };
  const merged = merge({ base, mine, theirs }, [], { found, choices });
  return { merged, ...found };
}

function merge(sides: Sides, path: Path, work: Work): unknown {
  const { base, mine, theirs } = sides;
  if (same(mine, theirs)) return mine;
  const isTheirs = same(mine, base);
  if (isTheirs || same(theirs, base)) {
    // Reported place by place, taken as a whole: a value written by one side only is not recombined.
    notify(sides, path, isTheirs ? work.found.taken : work.found.kept);
    return isTheirs ? theirs : mine;
  }
  if (isObject(base) && isObject(mine) && isObject(theirs)) {
    return mergeMembers({ base, mine, theirs }, path, work);
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const lists = listsOf(base, mine, theirs);
    const order = mergeOrder(lists);
    if (order !== null) return mergeItems(lists, order, path, work);
  }
  const place = { path: pointerOf(path), base, mine, theirs };
  work.found.conflicts.push(place);
  const choice = Object.hasOwn(work.choices, place.path) ? work.choices[place.path] : undefined;
  return choice === 'theirs' ? theirs : mine;
}

/** As `jsonEqual`; `undefined` equals only `undefined`. */
const same = (left: unknown, right: unknown): boolean =>
  left === undefined || right === undefined ? left === right : jsonEqual(left, right);

const namesOf = (...objects: readonly unknown[]): string[] => [
  ...new Set(objects.flatMap((object) => (isObject(object) ? Object.keys(object) : []))),
];

const memberIn = (value: unknown, name: string): unknown =>
  isObject(value) ? memberOf(value, name) : undefined;

function mergeMembers(
  { base, mine, theirs }: Record<keyof Sides, JsonObject>,
  path: Path,
  work: Work,
): JsonObject {
  const members = namesOf(theirs, mine, base).map((name): [string, unknown] => {
    const sides = {
      base: memberIn(base, name),
      mine: memberIn(mine, name),
      theirs: memberIn(theirs, name),
    };
    return [name, merge(sides, [...path, name], work)];
  });
  // Own members of any name: nothing is assigned.
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

const sidesOf = (name: string, { base, mine, theirs }: Record<keyof Sides, NamedList>): Sides => ({
  base: base.items.get(name),
  mine: mine.items.get(name),
  theirs: theirs.items.get(name),
});

function mergeItems(
  lists: Record<keyof Sides, NamedList>,
  order: readonly string[],
  path: Path,
  work: Work,
): unknown[] {
  const places = placesOf(lists);
  const merged = new Map(
    places.map(([name, place]) => [name, merge(sidesOf(name, lists), [...path, place], work)]),
  );
  return order.flatMap((name) => {
    const value = merged.get(name);
    return value === undefined ? [] : [value];
  });
}

/** Every item with its place in the base; new items follow, each at its own place. */
function placesOf({ base, mine, theirs }: Record<keyof Sides, NamedList>): [string, number][] {
  const names = new Set([...base.names, ...theirs.names, ...mine.names]);
  return [...names].map((name, place) => [name, place]);
}

/** Every place where the side with changes differs from the base. */
function notify(sides: Sides, path: Path, places: MergePlace[]): void {
  const { base, mine, theirs } = sides;
  if (same(mine, theirs)) return;
  const other = same(mine, base) ? theirs : mine;
  if (isObject(base) && isObject(other)) {
    for (const name of namesOf(base, other)) {
      const members = {
        base: memberIn(base, name),
        mine: memberIn(mine, name),
        theirs: memberIn(theirs, name),
      };
      notify(members, [...path, name], places);
    }
    return;
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const lists = listsOf(base, mine, theirs);
    const before = places.length;
    for (const [name, place] of placesOf(lists))
      notify(sidesOf(name, lists), [...path, place], places);
    // Only the order differs.
    if (places.length > before) return;
  }
  places.push({ path: pointerOf(path), ...sides });
}
