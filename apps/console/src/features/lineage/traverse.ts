import type { Places } from './layout.ts';
import type { VisibleGraph } from './visible-graph.ts';

/**
 * Where an arrow key leads: up to the parent, down to the first child, left and right along the layer as it is drawn. Home goes
 * to the first root. Null = not a key of the graph, or no node in that direction.
 */
export function stepFrom(
  graph: VisibleGraph,
  places: Places,
  { from, key }: { from: string | null; key: string },
): string | null {
  const first = graph.nodes[0]?.node.id ?? null;
  const here = from === null ? undefined : graph.byId.get(from);
  if (key === 'Home') return first;
  if (!key.startsWith('Arrow')) return null;
  if (here === undefined) return first;
  if (key === 'ArrowUp') return here.parentId;
  if (key === 'ArrowDown') {
    return graph.nodes.find(({ parentId }) => parentId === here.node.id)?.node.id ?? null;
  }
  const place = places.get(here.node.id);
  if (place === undefined) return null;
  const way = key === 'ArrowRight' ? 1 : -1;
  let best: { id: string; by: number } | null = null;
  for (const { node } of graph.nodes) {
    const other = places.get(node.id);
    if (other === undefined || other.y !== place.y) continue;
    const by = (other.x - place.x) * way;
    if (by > 0 && (best === null || by < best.by)) best = { id: node.id, by };
  }
  return best?.id ?? null;
}
