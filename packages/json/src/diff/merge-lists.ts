import { alignItems, idNameOf, idOf } from './align-items.ts';

/** A list whose items have ids common to its versions; in the order of `names`. */
export interface NamedList {
  names: string[];
  items: Map<string, unknown>;
}
interface Lists {
  base: NamedList;
  mine: NamedList;
  theirs: NamedList;
}

const listOf = (items: readonly unknown[], names: readonly string[]): NamedList => ({
  names: [...names],
  // JSON has no undefined: such an item is null.
  items: new Map(items.map((item, index) => [names[index] ?? '', item ?? null])),
});

/** Three versions of a list with common ids: those of the items if every item has one, else by matching. */
export function listsOf(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): Lists {
  const idName = idNameOf([base, mine, theirs]);
  if (idName !== null) {
    const byId = (list: readonly unknown[]) =>
      listOf(
        list,
        list.map((item) => idOf(item, idName) ?? ''),
      );
    return { base: byId(base), mine: byId(mine), theirs: byId(theirs) };
  }
  const since = (list: readonly unknown[], side: string) =>
    listOf(
      list,
      alignItems(base, list).map((pair, index) => (pair === null ? `${side} ${index}` : `${pair}`)),
    );
  return {
    base: listOf(
      base,
      base.map((_, index) => String(index)),
    ),
    mine: since(mine, 'mine'),
    theirs: since(theirs, 'theirs'),
  };
}

const only = (list: readonly string[], wanted: (name: string) => boolean) => list.filter(wanted);
const equal = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((name, index) => name === right[index]);

/** The merged order; null if both sides reordered the same items differently. */
export function mergeOrder({ base, mine, theirs }: Lists): string[] | null {
  const isCommon = (name: string) => mine.items.has(name) && theirs.items.has(name);
  const ofMine = only(mine.names, isCommon);
  const ofTheirs = only(theirs.names, isCommon);
  const isMoved = (list: readonly string[]) => {
    const known = only(list, (name) => base.items.has(name));
    return !equal(
      known,
      only(base.names, (name) => known.includes(name)),
    );
  };
  const leads = equal(ofMine, ofTheirs) || !isMoved(ofMine) ? theirs : mine;
  if (leads === mine && isMoved(ofTheirs)) return null;
  return inserted(leads.names, leads === mine ? theirs.names : mine.names);
}

/** The leading order plus the items of the other only, each directly after its predecessor there. */
function inserted(leading: readonly string[], other: readonly string[]): string[] {
  const order = [...leading];
  const known = new Set(order);
  for (const [index, name] of other.entries()) {
    if (known.has(name)) continue;
    const before = other[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
    known.add(name);
  }
  return order;
}
