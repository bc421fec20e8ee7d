import type { MemoryGraph } from '../../../live/knowledge-types.ts';

export type GraphNode = MemoryGraph['nodes'][number];

/** A node of the drawing: how many links away it is, and its place in that column. */
export interface PlacedNode {
  node: GraphNode;
  away: number;
  row: number;
}

/** The nodes by their distance from the one in the middle; each column in the order in which its nodes are reached. */
export function placeByDistance({ nodes, edges }: MemoryGraph, id: string): PlacedNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const next = new Map<string, string[]>();
  const join = (from: string, to: string) => next.set(from, [...(next.get(from) ?? []), to]);
  for (const { from, to } of edges) {
    join(from, to);
    join(to, from);
  }
  const placed = new Map<string, PlacedNode>();
  let column = byId.has(id) ? [id] : [];
  for (let away = 0; column.length > 0; away += 1) {
    let row = 0;
    for (const each of column) {
      const node = byId.get(each);
      if (node !== undefined) placed.set(each, { node, away, row });
      row += 1;
    }
    column = [...new Set(column.flatMap((each) => next.get(each) ?? []))].filter(
      (each) => byId.has(each) && !placed.has(each),
    );
  }
  return [...placed.values()];
}
