import { type Lineage, type LineageNode, lineageOf, pathToRoot } from '@countersign/thread/lineage';
import type { Thread } from '@countersign/thread/thread';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLayout } from './use-layout.ts';
import { type GraphFilter, noFilter, type VisibleGraph, visibleGraph } from './visible-graph.ts';

/**
 * The newest value once it has rested for `restMs`, or every `everyMs` while it never rests: what takes long to draw must not
 * be drawn for every place a finger passes.
 */
function useResting<T>(value: T, restMs: number, everyMs: number): T {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(0);
  useEffect(() => {
    if (value === shown) return;
    const overdueMs = shownAt.current + everyMs - performance.now();
    const timer = setTimeout(
      () => {
        shownAt.current = performance.now();
        setShown(value);
      },
      Math.max(0, Math.min(restMs, overdueMs)),
    );
    return () => clearTimeout(timer);
  }, [value, shown, restMs, everyMs]);
  return shown;
}

/** Number of items from which on the graph is read again only from time to time. */
const LARGE = 2_000;

/** What is drawn of the ancestry of a task's messages, and where. */
export interface DrawnLineage {
  /** The task as it was when the graph was read. */
  thread: Thread;
  lineage: Lineage;
  /** From the selected node to its root; none is selected = empty. */
  path: LineageNode[];
  onPath: ReadonlySet<string>;
  graph: VisibleGraph;
  layout: ReturnType<typeof useLayout>;
  filter: GraphFilter;
  setFilter: (filter: GraphFilter) => void;
}

/** Reads the graph when the task is idle for a moment, and lays out the filtered nodes; the path to the root is always included. */
export function useDrawnLineage(live: Thread, selectedId: string | null): DrawnLineage {
  const large = live.items.length > LARGE;
  const thread = useResting(live, large ? 400 : 50, large ? 2_000 : 200);
  const lineage = lineageOf(thread);
  const [filter, setFilter] = useState<GraphFilter>(noFilter);
  const path = useMemo(
    () => (selectedId === null ? [] : pathToRoot(lineage, selectedId)),
    [lineage, selectedId],
  );
  const onPath = useMemo(() => new Set(path.map(({ id }) => id)), [path]);
  const graph = useMemo(
    () => visibleGraph(lineage, { ...filter, keep: onPath }),
    [lineage, filter, onPath],
  );
  const layoutNodes = useMemo(
    () => graph.nodes.map(({ node, parentId }) => ({ id: node.id, parentId })),
    [graph],
  );
  const layout = useLayout(layoutNodes, keyOf(filter));
  return { thread, lineage, path, onPath, graph, layout, filter, setFilter };
}

/** A key of what is drawn: another filter draws again, an arriving item does not. */
const keyOf = (filter: GraphFilter) =>
  JSON.stringify([
    [...filter.withoutAgents],
    [...filter.folded],
    filter.kind,
    filter.state,
    filter.query,
  ]);
