/** The input of a layout for a node. */
export interface LayoutNode {
  id: string;
  parentId: string | null;
}
export interface Place {
  x: number;
  y: number;
}
export type Places = ReadonlyMap<string, Place>;

export const nodeWidth = 208;
/** Two lines of a title and one of sender and kind; at smaller zoom, two lines of larger text. */
export const nodeHeight = 54;
const gapX = 18;
const gapY = 28;
const stepX = nodeWidth + gapX;
const stepY = nodeHeight + gapY;

/** Columns of a drawing of so many nodes that is about as wide as a screen, and of their small map. */
const columnsOf = (count: number, least: number): number =>
  Math.max(least, Math.ceil(Math.sqrt(count * 1.5)));

/**
 * A drawing at once: each layer from left to right in the order given, parents above children; a long layer continues below. Crossings are
 * not considered; nothing overlaps. Parents must come before their children.
 */
export function quickLayout(nodes: readonly LayoutNode[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const ends = new Map<number, number>();
  const widest = columnsOf(nodes.length, longestSubtreeRow) * stepX;
  for (const { id, parentId } of nodes) {
    const parent = parentId === null ? undefined : places.get(parentId);
    let y = parent === undefined ? 0 : parent.y + stepY;
    while ((ends.get(y) ?? 0) >= widest) y += stepY;
    const x = ends.get(y) ?? 0;
    places.set(id, { x, y });
    ends.set(y, x + stepX);
  }
  return places;
}

/** More leaves next to each other than a screen shows: they are drawn as rows. */
const longestRow = 6;
/** More branches next to each other would make each of them too small to see in the map. */
const longestSubtreeRow = 16;

/**
 * The final drawing: a tidy forest. Children are centred below their parent, subtrees as close as their outlines allow, so that no
 * edge crosses another; a long row of leaves or of branches is broken into several. O(n · depth). Parents must come before their children.
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
  const offsets = new Map<string, Place>();
  const outlines = new Map<string, Outline>();
  for (const { id } of nodes.toReversed()) {
    const own = children.get(id) ?? [];
    outlines.set(id, withRoot(arrange(blocksOf(own, children), outlines, offsets)));
    for (const child of own) outlines.delete(child);
  }
  arrange(blocksOf(children.get(null) ?? [], children), outlines, offsets);
  const places = new Map<string, Place>();
  for (const { id, parentId } of nodes) {
    const parent = parentId === null ? undefined : places.get(parentId);
    const offset = offsets.get(id) ?? { x: 0, y: 0 };
    const y = (parent === undefined ? 0 : parent.y + stepY) + offset.y;
    places.set(id, { x: (parent?.x ?? 0) + offset.x, y });
  }
  return fromZero(places);
}

/** Of a subtree, relative to its root: where its drawing begins and ends, per depth. */
interface Outline {
  left: number[];
  right: number[];
}

/** Siblings that are placed together: one subtree, or leaves in rows. */
interface Block {
  ids: readonly string[];
  columns: number;
}

/** One block per sibling; consecutive leaves of a long row are one block together. */
function blocksOf(
  siblings: readonly string[],
  children: ReadonlyMap<string | null, readonly string[]>,
): Block[] {
  const blocks: Block[] = [];
  let leaves: string[] = [];
  const flush = () => {
    if (leaves.length > longestRow) {
      blocks.push({ ids: leaves, columns: columnsOf(leaves.length, longestRow) });
    } else blocks.push(...leaves.map((id) => ({ ids: [id], columns: 1 })));
    leaves = [];
  };
  for (const id of siblings) {
    if (!children.has(id)) {
      leaves.push(id);
      continue;
    }
    flush();
    blocks.push({ ids: [id], columns: 1 });
  }
  flush();
  return blocks;
}

/**
 * Places of leaves in rows, relative to the first. Every other row is shifted into the gaps of the one above: its edges stay visible.
 */
function rowsOf({ ids, columns }: Block): Place[] {
  const places: Place[] = [];
  for (let row = 0; places.length < ids.length; row += 1) {
    const shifted = row % 2;
    for (let column = 0; column < columns - shifted && places.length < ids.length; column += 1) {
      places.push({ x: (column + shifted / 2) * stepX, y: row * stepY });
    }
  }
  return places;
}

function outlineOf(places: readonly Place[]): Outline {
  const outline: Outline = { left: [], right: [] };
  for (const { x, y } of places) {
    const depth = y / stepY;
    outline.left[depth] = Math.min(outline.left[depth] ?? x, x);
    outline.right[depth] = Math.max(outline.right[depth] ?? x, x);
  }
  return outline;
}

/** Siblings next to each other; more than a row holds are several rows, each below all that belongs to the one before. */
function arrange(
  blocks: readonly Block[],
  outlines: ReadonlyMap<string, Outline>,
  offsets: Map<string, Place>,
): Outline {
  if (blocks.length <= longestSubtreeRow) return arrangeRow(blocks, outlines, offsets);
  const columns = columnsOf(blocks.length, longestSubtreeRow);
  let depth = 0;
  let [left, right] = [Infinity, -Infinity];
  for (let from = 0; from < blocks.length; from += columns) {
    const row = blocks.slice(from, from + columns);
    const outline = arrangeRow(row, outlines, offsets);
    for (const id of row.flatMap(({ ids }) => ids)) {
      const { x, y } = offsets.get(id) ?? { x: 0, y: 0 };
      offsets.set(id, { x, y: y + depth * stepY });
    }
    depth += outline.left.length;
    for (const edge of outline.left) left = Math.min(left, edge);
    for (const edge of outline.right) right = Math.max(right, edge);
  }
  // A box: nothing may be placed between its rows, where the edges to the lower ones are.
  const edges = (edge: number) => Array.from({ length: depth }, () => edge);
  return { left: edges(left), right: edges(right) };
}

/** Pushes siblings apart until their outlines clear, and centres them; sets their offsets to where their layer begins. */
function arrangeRow(
  blocks: readonly Block[],
  outlines: ReadonlyMap<string, Outline>,
  offsets: Map<string, Place>,
): Outline {
  const all: Outline = { left: [], right: [] };
  const xs: number[] = [];
  for (const block of blocks) {
    const rows = rowsOf(block);
    const outline = block.ids.length > 1 ? outlineOf(rows) : outlines.get(block.ids[0] ?? '');
    if (outline === undefined) continue;
    let shift = 0;
    for (let depth = 0; depth < outline.left.length; depth += 1) {
      const taken = all.right[depth];
      if (taken === undefined) break;
      shift = Math.max(shift, taken + stepX - (outline.left[depth] ?? 0));
    }
    for (const [index, id] of block.ids.entries()) {
      const { x, y } = rows[index] ?? { x: 0, y: 0 };
      offsets.set(id, { x: x + shift, y });
      if (y === 0) xs.push(x + shift);
    }
    for (let depth = 0; depth < outline.left.length; depth += 1) {
      all.left[depth] = Math.min(all.left[depth] ?? Infinity, (outline.left[depth] ?? 0) + shift);
      all.right[depth] = Math.max(
        all.right[depth] ?? -Infinity,
        (outline.right[depth] ?? 0) + shift,
      );
    }
  }
  const centre = ((xs[0] ?? 0) + (xs.at(-1) ?? 0)) / 2;
  for (const { ids } of blocks) {
    for (const id of ids) {
      const { x, y } = offsets.get(id) ?? { x: 0, y: 0 };
      offsets.set(id, { x: x - centre, y });
    }
  }
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
 * Places for a graph that has grown: existing nodes stay where they were; new ones go below their parent, to the right of the nodes
 * already there, and further below where that would be a long way.
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
  const farthest = columnsOf(nodes.length, longestSubtreeRow) * stepX;
  for (const { id, parentId } of nodes) {
    if (places.has(id)) continue;
    const parent = parentId === null ? undefined : places.get(parentId);
    const from = parent?.x ?? 0;
    let y = parent === undefined ? 0 : parent.y + stepY;
    let x = freeX(from, taken.get(y) ?? []);
    while (x - from >= farthest) {
      y += stepY;
      x = freeX(from, taken.get(y) ?? []);
    }
    occupy(id, { x, y });
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
