import type { Lineage, LineageNode } from '@countersign/thread/lineage';
import {
  Background,
  type Edge,
  MiniMap,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { Maximize, Minus, Plus, Workflow } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { commonText, lineageText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { splitTitles } from '../../ui/texts/split-titles.ts';
import { fitOptions } from './fit-start.ts';
import { GraphNode, type GraphNodeType, titleOf } from './graph-node.tsx';
import { nodeHeight, nodeWidth, type Places } from './layout.ts';
import { nodeTone } from './node-tone.ts';
import { stepFrom } from './traverse.ts';
import { useFit } from './use-fit.ts';
import type { Layout } from './use-layout.ts';
import type { VisibleGraph } from './visible-graph.ts';
import { zoomLevel } from './zoom-level.ts';

const nodeTypes = { lineage: GraphNode };
export interface LineageGraphProps {
  lineage: Lineage;
  graph: VisibleGraph;
  layout: Layout;
  selectedId: string | null;
  /** From the selected node up to its root. */
  path: readonly LineageNode[];
  nameOf: (agentId: string) => string;
  onSelect: (id: string | null) => void;
  onOpen: (node: LineageNode) => void;
  onFold: (id: string) => void;
  children?: ReactNode;
}

function flowNodes(props: LineageGraphProps): GraphNodeType[] {
  const { graph, layout, path, selectedId, nameOf } = props;
  const steps = new Map(path.map(({ id }, index) => [id, path.length - index]));
  const splits = splitTitles(graph.nodes.map(({ node }) => titleOf(node)));
  return graph.nodes.map(({ node, hidden }) => ({
    id: node.id,
    type: 'lineage',
    position: layout.places.get(node.id) ?? { x: 0, y: 0 },
    width: nodeWidth,
    height: nodeHeight,
    data: {
      node,
      hidden,
      who: nameOf(node.agentId),
      split: splits.get(titleOf(node)),
      step: steps.get(node.id) ?? null,
      selected: node.id === selectedId,
    },
  }));
}

function flowEdges({ graph, path, lineage }: LineageGraphProps): Edge[] {
  const onPath = new Set(path.map(({ id }) => id));
  const edges = graph.nodes.flatMap(({ node, parentId, skipped }): Edge[] => {
    if (parentId === null) return [];
    const lit = onPath.has(node.id) && onPath.has(parentId);
    return [
      {
        id: `${parentId}>${node.id}`,
        source: parentId,
        target: node.id,
        className: lit
          ? 'edge-on-path'
          : node.inferred || skipped > 0
            ? 'edge-inferred'
            : 'lineage-edge',
      },
    ];
  });
  for (const id of lineage.cycles) {
    const parentId = lineage.byId.get(id)?.parentId;
    if (!graph.byId.has(id) || !parentId || !graph.byId.has(parentId)) continue;
    edges.push({ id: `cycle:${id}`, source: parentId, target: id, className: 'edge-cycle' });
  }
  return edges;
}

function Tools({ layout, onFit }: { layout: Layout; onFit: () => void }) {
  const flow = useReactFlow();
  return (
    <Panel className="lineage-zoom side-by-side floating" position="bottom-left">
      <IconButton icon={Plus} label={text.zoomIn} onClick={() => void flow.zoomIn()} />
      <IconButton icon={Minus} label={text.zoomOut} onClick={() => void flow.zoomOut()} />
      <IconButton icon={Maximize} label={text.fit} onClick={onFit} />
      <IconButton icon={Workflow} label={text.arrange} onClick={layout.arrange} />
    </Panel>
  );
}

/** Scrolls the selected node into view if needed; new nodes move nothing. Returns how it is done again, after the view was moved. */
function useReveal(places: Places, selectedId: string | null): () => void {
  const flow = useReactFlow();
  const latest = useRef(places);
  useEffect(() => {
    latest.current = places;
  });
  const reveal = useCallback(() => {
    const place = selectedId === null ? undefined : latest.current.get(selectedId);
    if (place === undefined) return;
    const { x, y, zoom } = flow.getViewport();
    const canvas = document.querySelector('.lineage-canvas')?.getBoundingClientRect();
    if (canvas === undefined) return;
    const left = place.x * zoom + x;
    const top = place.y * zoom + y;
    const isInView =
      left >= 0 &&
      top >= 0 &&
      left + nodeWidth * zoom <= canvas.width &&
      top + nodeHeight * zoom <= canvas.height;
    if (isInView) return;
    void flow.setCenter(place.x + nodeWidth / 2, place.y + nodeHeight / 2, { zoom });
  }, [flow, selectedId]);
  useEffect(reveal, [reveal]);
  return reveal;
}

function Canvas(props: LineageGraphProps) {
  const { graph, layout, selectedId, onSelect, onOpen, onFold } = props;
  const nodes = useMemo(() => flowNodes(props), [props]);
  const edges = useMemo(() => flowEdges(props), [props]);
  const reveal = useReveal(layout.places, selectedId);
  const level = useStore(({ transform }) => zoomLevel(transform[2]));
  const fit = useFit(layout, selectedId === null ? null : reveal);

  const onKeyDown = (event: KeyboardEvent) => {
    const selected = selectedId === null ? undefined : graph.byId.get(selectedId);
    if (event.key === 'Enter' && selected !== undefined) onOpen(selected.node);
    else if (event.key === ' ' && selected !== undefined) onFold(selected.node.id);
    else if (event.key === 'Escape' && selected !== undefined) onSelect(null);
    else {
      const next = stepFrom(graph, layout.places, { from: selectedId, key: event.key });
      if (next === null) return;
      onSelect(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const said = selectedId === null ? undefined : graph.byId.get(selectedId)?.node;
  return (
    <div
      aria-label={text.graph(graph.nodes.length)}
      className={`lineage-canvas anchor grow lineage-${level}`}
      onKeyDown={onKeyDown}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys navigate the graph from here
      tabIndex={0}
    >
      <ReactFlow
        ariaLabelConfig={unspoken}
        edges={edges}
        edgesFocusable={false}
        elementsSelectable={false}
        fitView
        fitViewOptions={fitOptions(false)}
        maxZoom={2}
        minZoom={0.05}
        nodeTypes={nodeTypes}
        nodes={nodes}
        nodesConnectable={false}
        nodesDraggable={false}
        nodesFocusable={false}
        onNodeClick={(_event, { id }) => onSelect(id)}
        onNodeDoubleClick={(_event, { id }) => onFold(id)}
        onPaneClick={() => onSelect(null)}
        onlyRenderVisibleElements
        proOptions={{ hideAttribution: false }}
        zoomOnDoubleClick={false}
      >
        <Background gap={16} size={1} />
        <MiniMap
          className="framed clipped"
          ariaLabel={text.asOverview}
          nodeStrokeWidth={2}
          nodeColor={({ id }) => {
            if (props.path.some((step) => step.id === id)) return 'var(--accent)';
            const node = graph.byId.get(id)?.node;
            const tone = node === undefined ? 'plain' : nodeTone(node);
            return tone === 'plain' ? 'var(--slate-7)' : `var(--${tone}-mark)`;
          }}
          pannable
          style={{ width: 150, height: 100 }}
          position="top-right"
          zoomable
        />
        <Tools layout={layout} onFit={fit} />
        {props.children}
      </ReactFlow>
      <span aria-live="polite" className="visually-hidden">
        {said === undefined
          ? ''
          : [visibleText(text.label(said.label, said.says)), text.kind(said.kind)].join(
              commonText.comma,
            )}
      </span>
    </div>
  );
}

/** Nodes and edges take no focus: what the library would say about their keys is not true here, and English. */
const unspoken = {
  'node.a11yDescription.default': '',
  'node.a11yDescription.keyboardDisabled': '',
  'edge.a11yDescription.default': '',
};

/** The lineage as a graph: layers from the root down, the path of the selected node lit. */
export function LineageGraph(props: LineageGraphProps) {
  return (
    // Replacing most nodes one by one takes longer than rendering them all again.
    <ReactFlowProvider key={props.layout.drawing}>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}
