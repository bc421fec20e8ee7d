import type { Lineage, LineageNode } from '@countersign/thread/lineage';
import { isActive } from './visible-graph.ts';

/** What is folded at once: branches that have ended, runs but the newest, hand-overs of one agent to another. */
export type FoldBy = 'finished' | 'runs' | 'agents';

/** The heads of the branches to fold. A head stays on screen; what hangs below it does not. */
export function foldsOf(lineage: Lineage, by: FoldBy): ReadonlySet<string> {
  if (by === 'agents') return new Set(lineage.nodes.filter(isHandedOver(lineage)).map(idOf));
  const stays = by === 'finished' ? isActive : inNewestRun(lineage);
  // From the leaves up: a branch is folded if no node in it has to stay visible.
  const busy = new Set<string>();
  for (const node of lineage.nodes) {
    if (!stays(node)) continue;
    let at: LineageNode | undefined = node;
    while (at !== undefined && !busy.has(at.id)) {
      busy.add(at.id);
      at = at.parentId === null || at.cyclic ? undefined : lineage.byId.get(at.parentId);
    }
  }
  const isHead = ({ id, parentId, cyclic }: LineageNode) =>
    hasChildren(lineage, id) &&
    !busy.has(id) &&
    (parentId === null || cyclic || busy.has(parentId));
  return new Set(lineage.nodes.filter(isHead).map(idOf));
}

const idOf = ({ id }: LineageNode) => id;
const hasChildren = ({ children }: Lineage, id: string) => (children.get(id)?.length ?? 0) > 0;

const isHandedOver = (lineage: Lineage) => (node: LineageNode) => {
  const parent = node.parentId === null ? undefined : lineage.byId.get(node.parentId);
  return (
    parent !== undefined &&
    (node.kind === 'exchange' || parent.agentId !== node.agentId) &&
    !node.agentId.startsWith('operator:') &&
    !parent.agentId.startsWith('operator:') &&
    hasChildren(lineage, node.id)
  );
};

function inNewestRun({ nodes }: Lineage): (node: LineageNode) => boolean {
  const newest = nodes.findLast(({ runId }) => runId !== null)?.runId ?? null;
  return ({ runId }) => runId === newest;
}
