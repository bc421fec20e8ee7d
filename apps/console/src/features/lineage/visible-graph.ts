import type { Lineage, LineageNode } from '@countersign/thread/lineage';

/** The display options of a lineage. */
export interface GraphFilter {
  /** Agents and people that are left out. */
  withoutAgents: ReadonlySet<string>;
  kind: LineageNode['kind'] | null;
  state: string | null;
  /** Text that a label, an agent or an id must contain. */
  query: string;
  /** Branches folded by the operator. */
  folded: ReadonlySet<string>;
  /** Drawn despite all filters: the selected node and its path to the root. */
  keep: ReadonlySet<string>;
}

export interface VisibleNode {
  node: LineageNode;
  /** The nearest visible ancestor; null = a root on screen. */
  parentId: string | null;
  /** Nodes left out between it and that ancestor. */
  skipped: number;
  /** Nodes below it that are not drawn. */
  hidden: number;
  /** Steps from its root on screen. */
  depth: number;
}

export interface VisibleGraph {
  nodes: readonly VisibleNode[];
  byId: ReadonlyMap<string, VisibleNode>;
  /** Nodes that match the filters, drawn or folded away. */
  matching: number;
  total: number;
}

export const maxDrawn = 500;

export const noFilter: GraphFilter = {
  withoutAgents: new Set(),
  kind: null,
  state: null,
  query: '',
  folded: new Set(),
  keep: new Set(),
};

/**
 * What is drawn of a lineage: the nodes that match, at most `limit` of them. Beyond the limit whole branches are folded: first
 * those that are finished, the oldest first; what is kept, unfinished or young is opened first.
 */
export function visibleGraph(
  lineage: Lineage,
  filter: GraphFilter,
  limit = maxDrawn,
): VisibleGraph {
  const matches = matcher(filter);
  const shown = new Set<string>();
  let matching = 0;
  for (const node of lineage.nodes) {
    if (!matches(node)) continue;
    matching += 1;
    shown.add(node.id);
  }
  const forest = linkThrough(lineage, shown);
  const open = openBranches(forest, filter, limit);
  const nodes: VisibleNode[] = [];
  const byId = new Map<string, VisibleNode>();
  const stack = forest.roots.filter((id) => open.has(id)).reverse();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const branch = forest.branches.get(id);
    if (branch === undefined) continue;
    const drawn = branch.children.filter((child) => open.has(child));
    const parent = branch.parentId === null ? undefined : byId.get(branch.parentId);
    const below = drawn.reduce((sum, child) => sum + (forest.branches.get(child)?.size ?? 0), 0);
    const visible: VisibleNode = {
      node: branch.node,
      parentId: branch.parentId,
      skipped: branch.skipped,
      hidden: branch.size - 1 - below,
      depth: parent === undefined ? 0 : parent.depth + 1,
    };
    nodes.push(visible);
    byId.set(id, visible);
    for (const child of drawn.toReversed()) stack.push(child);
  }
  return { nodes, byId, matching, total: lineage.nodes.length };
}

function matcher(filter: GraphFilter): (node: LineageNode) => boolean {
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  return (node) => {
    if (filter.keep.has(node.id)) return true;
    if (filter.withoutAgents.has(node.agentId)) return false;
    if (filter.kind !== null && node.kind !== filter.kind) return false;
    if (filter.state !== null && node.state !== filter.state) return false;
    if (words.length === 0) return true;
    const text = `${node.label} ${node.agentId} ${node.id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

interface Branch {
  node: LineageNode;
  parentId: string | null;
  skipped: number;
  children: string[];
  /** Matching nodes in it, itself included. */
  size: number;
  isActive: boolean;
  isKept: boolean;
  newest: number;
}

interface Forest {
  branches: ReadonlyMap<string, Branch>;
  roots: readonly string[];
}

/** The matching nodes as a forest: nodes between two of them are skipped. */
function linkThrough(lineage: Lineage, shown: ReadonlySet<string>): Forest {
  const branches = new Map<string, Branch>();
  const roots: string[] = [];
  for (const node of topDown(lineage)) {
    if (!shown.has(node.id)) continue;
    let skipped = 0;
    let parentId = node.cyclic ? null : node.parentId;
    while (parentId !== null && !branches.has(parentId)) {
      const above = lineage.byId.get(parentId);
      skipped += 1;
      parentId = above === undefined || above.cyclic ? null : above.parentId;
    }
    branches.set(node.id, {
      node,
      parentId,
      skipped: parentId === null ? 0 : skipped,
      children: [],
      size: 1,
      isActive: isActive(node),
      isKept: false,
      newest: node.sequence,
    });
    if (parentId === null) roots.push(node.id);
    else branches.get(parentId)?.children.push(node.id);
  }
  for (const branch of [...branches.values()].toReversed()) {
    const parent = branch.parentId === null ? undefined : branches.get(branch.parentId);
    if (parent === undefined) continue;
    parent.size += branch.size;
    parent.isActive ||= branch.isActive;
    parent.newest = Math.max(parent.newest, branch.newest);
  }
  return { branches, roots };
}

/** Every node after its parent, siblings in order. */
function topDown(lineage: Lineage): LineageNode[] {
  const ordered: LineageNode[] = [];
  const stack = lineage.nodes.filter((node) => node.cyclic || node.parentId === null).toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    ordered.push(node);
    for (const child of (lineage.children.get(node.id) ?? []).toReversed()) {
      const below = lineage.byId.get(child);
      if (below !== undefined) stack.push(below);
    }
  }
  return ordered;
}

const activeStates = new Set(['open', 'writing', 'arguments', 'called', 'recorded', 'waiting']);
/** Something is still to come from it, or for it. */
export const isActive = (node: LineageNode): boolean =>
  node.kind === 'prompt' ? node.state === 'open' : activeStates.has(node.state ?? '');

/** Ids that are drawn: opened branch by branch, what matters most first, until the limit. */
function openBranches(forest: Forest, filter: GraphFilter, limit: number): Set<string> {
  for (const id of filter.keep) {
    for (let at = forest.branches.get(id); at !== undefined && !at.isKept; ) {
      at.isKept = true;
      at = at.parentId === null ? undefined : forest.branches.get(at.parentId);
    }
  }
  const byWeight = (left: string, right: string) => {
    const [one, two] = [forest.branches.get(left), forest.branches.get(right)];
    if (one === undefined || two === undefined) return 0;
    return (
      Number(two.isKept) - Number(one.isKept) ||
      Number(two.isActive) - Number(one.isActive) ||
      two.newest - one.newest
    );
  };
  const drawn = new Set<string>();
  let wave = [...forest.roots];
  while (wave.length > 0) {
    const next: string[] = [];
    for (const id of wave.toSorted(byWeight)) {
      const branch = forest.branches.get(id);
      if (branch === undefined) continue;
      if (drawn.size >= limit && !branch.isKept) continue;
      drawn.add(id);
      const isFolded = filter.folded.has(id);
      next.push(
        ...branch.children.filter((child) => !isFolded || forest.branches.get(child)?.isKept),
      );
    }
    wave = next;
  }
  return drawn;
}
