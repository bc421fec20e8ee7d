import type { BodyNode } from './rows/message-segments.ts';

/** A row of a block: nodes side by side. */
export interface BlockRow {
  key: string;
  nodes: readonly BodyNode[];
}

const layoutOf = (node: BodyNode) =>
  node.kind === 'part' && node.part.kind !== 'thinking' ? node.part.layout : undefined;

/**
 * The nodes of a block in rows: texts and outputs with a place are laid out in the rows and columns that the agent wants, in the place of the first
 * of them; everything else has a row of its own. Only the order of the numbers counts, so that no block is wider than the window.
 */
export function blockRows(nodes: readonly BodyNode[]): BlockRow[] {
  const rows: BlockRow[] = [];
  const placed = nodes.filter((node) => layoutOf(node) !== undefined);
  for (const node of nodes) {
    if (node === placed[0]) rows.push(...gridOf(placed));
    else if (layoutOf(node) === undefined) rows.push({ key: node.key, nodes: [node] });
  }
  return rows;
}

function gridOf(placed: readonly BodyNode[]): BlockRow[] {
  const byRow = new Map<number, BodyNode[]>();
  for (const node of placed) {
    const y = layoutOf(node)?.y ?? 0;
    byRow.set(y, [...(byRow.get(y) ?? []), node]);
  }
  return [...byRow]
    .sort(([one], [other]) => one - other)
    .map(([y, nodes]) => ({
      key: `row-${y}`,
      nodes: nodes.toSorted((one, other) => (layoutOf(one)?.x ?? 0) - (layoutOf(other)?.x ?? 0)),
    }));
}
