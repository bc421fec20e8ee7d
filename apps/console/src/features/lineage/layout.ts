/** What a layout needs to know of a node. */
export interface LayoutNode {
  id: string;
  parentId: string | null;
}
export interface Place {
  x: number;
  y: number;
}
export type Places = ReadonlyMap<string, Place>;

export const nodeWidth = 150;
export const nodeHeight = 36;
const gapX = 18;
const gapY = 30;
const stepX = nodeWidth + gapX;
const stepY = nodeHeight + gapY;

/**
 * A drawing at once: each layer from left to right in the order given, parents above children. Crossings are not looked at;
 * nothing overlaps. Parents must come before their children.
 */
export function quickLayout(nodes: readonly LayoutNode[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const ends = new Map<number, number>();
  for (const { id, parentId } of nodes) {
    const parent = parentId === null ? undefined : places.get(parentId);
    const y = parent === undefined ? 0 : parent.y + stepY;
    const x = ends.get(y) ?? 0;
    places.set(id, { x, y });
    ends.set(y, x + stepX);
  }
  return places;
}

/**
 * The good drawing: a tidy forest. Children stand centred below their parent, subtrees as close as their outlines allow, so
 * that no edge crosses another. O(n · depth). Parents must come before their children.
 */
export function tidyLayout(nodes: readonly LayoutNode[]): Map<string, Place> {
  const children = new Map<string | null, string[]>();
  const known = new Set(nodes.map(({ id }) => id));
  for (const { id, parentId } of nodes) {
    const under = parentId !== null && known.has(parentId) ? parentId : null;
    const siblings = children.get(under);
    if (siblings === undefined) children.set(under, [id]);
    else siblings.push(id);
  }
  // Offsets to the parent, and outlines (left and right edge per depth), from the leaves up.
  const offsets = new Map<string, number>();
  const outlines = new Map<string, Outline>();
  for (const { id } of nodes.toReversed()) {
    const own = children.get(id) ?? [];
    outlines.set(id, withRoot(arrange(own, outlines, offsets)));
    for (const child of own) outlines.delete(child);
  }
  const roots = children.get(null) ?? [];
  arrange(roots, outlines, offsets);
  const places = new Map<string, Place>();
  for (const { id, parentId } of nodes) {
    const parent = parentId === null ? undefined : places.get(parentId);
    const x = (parent?.x ?? 0) + (offsets.get(id) ?? 0);
    places.set(id, { x, y: parent === undefined ? 0 : parent.y + stepY });
  }
  return fromZero(places);
}

/** Of a subtree, relative to its root: where its drawing begins and ends, per depth. */
interface Outline {
  left: number[];
  right: number[];
}

/** Pushes siblings apart until their outlines clear, and centres them; sets their offsets. */
function arrange(
  siblings: readonly string[],
  outlines: ReadonlyMap<string, Outline>,
  offsets: Map<string, number>,
): Outline {
  const all: Outline = { left: [], right: [] };
  for (const id of siblings) {
    const outline = outlines.get(id);
    if (outline === undefined) continue;
    let shift = 0;
    for (let depth = 0; depth < outline.left.length; depth += 1) {
      const taken = all.right[depth];
      if (taken === undefined) break;
      shift = Math.max(shift, taken + stepX - (outline.left[depth] ?? 0));
    }
    offsets.set(id, shift);
    for (let depth = 0; depth < outline.left.length; depth += 1) {
      all.left[depth] = Math.min(all.left[depth] ?? Infinity, (outline.left[depth] ?? 0) + shift);
      all.right[depth] = Math.max(
        all.right[depth] ?? -Infinity,
        (outline.right[depth] ?? 0) + shift,
      );
    }
  }
  const first = offsets.get(siblings[0] ?? '') ?? 0;
  const last = offsets.get(siblings.at(-1) ?? '') ?? 0;
  const centre = (first + last) / 2;
  for (const id of siblings) offsets.set(id, (offsets.get(id) ?? 0) - centre);
  return {
    left: all.left.map((edge) => edge - centre),
    right: all.right.map((edge) => edge - centre),
  };
}

const withRoot = (below: Outline): Outline => ({
  left: [0, ...below.left],
  right: [0, ...below.right],
});

function fromZero(places: Map<string, Place>): Map<string, Place> {
  let least = Infinity;
  for (const { x } of places.values()) least = Math.min(least, x);
  if (!Number.isFinite(least)) return places;
  return new Map([...places].map(([id, { x, y }]) => [id, { x: Math.round(x - least), y }]));
}

/**
 * Places for a graph that has grown: what was there stays where it was; what is new goes below its parent, to the right of
 * what already stands there.
 */
export function growLayout(nodes: readonly LayoutNode[], before: Places): Map<string, Place> {
  const places = new Map<string, Place>();
  const taken = new Map<number, number[]>();
  const occupy = (id: string, place: Place) => {
    places.set(id, place);
    const row = taken.get(place.y);
    if (row === undefined) taken.set(place.y, [place.x]);
    else row.push(place.x);
  };
  for (const { id } of nodes) {
    const known = before.get(id);
    if (known !== undefined) occupy(id, known);
  }
  for (const { id, parentId } of nodes) {
    if (places.has(id)) continue;
    const parent = parentId === null ? undefined : places.get(parentId);
    const y = parent === undefined ? 0 : parent.y + stepY;
    occupy(id, { x: freeX(parent?.x ?? 0, taken.get(y) ?? []), y });
  }
  return places;
}

/** The first place from `x` to the right that keeps its distance from all that is taken. */
function freeX(x: number, taken: readonly number[]): number {
  let at = x;
  for (const other of taken.toSorted((left, right) => left - right)) {
    if (other > at - stepX && other < at + stepX) at = other + stepX;
  }
  return at;
}
