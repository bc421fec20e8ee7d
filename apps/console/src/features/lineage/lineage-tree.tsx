import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { lineageText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useRowPx } from '../../ui/hooks/use-row-px.ts';
import { NodeMark, titleOf } from './graph-node.tsx';
import type { VisibleGraph, VisibleNode } from './visible-graph.ts';

const rowHeights = { compact: 32, comfortable: 40, phone: 32 };

interface LineageTreeProps {
  graph: VisibleGraph;
  selectedId: string | null;
  folded: ReadonlySet<string>;
  nameOf: (agentId: string) => string;
  onSelect: (id: string) => void;
  onOpen: (visible: VisibleNode) => void;
  onFold: (id: string) => void;
}

/** The same lineage as an indented tree: for readers of text, by eye or by screen reader. One tab stop. */
export function LineageTree(props: LineageTreeProps) {
  const { graph, selectedId, folded, onSelect, onOpen, onFold } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { nodes } = graph;
  const rowPx = useRowPx(rowHeights);
  const virtual = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => nodes[index]?.node.id ?? index,
    overscan: 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights are read again when the density changes
  useEffect(() => virtual.measure(), [rowPx]);
  const at = nodes.findIndex(({ node }) => node.id === selectedId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the selection, never arrivals
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [selectedId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const here = nodes[at];
    const goTo = (visible: VisibleNode | undefined) => visible && onSelect(visible.node.id);
    if (event.key === 'ArrowDown') goTo(nodes[at + 1]);
    else if (event.key === 'ArrowUp') goTo(nodes[at < 0 ? 0 : at - 1]);
    else if (event.key === 'Home') goTo(nodes[0]);
    else if (event.key === 'End') goTo(nodes.at(-1));
    else if (event.key === 'ArrowLeft' && here !== undefined) {
      const isOpen = nodes[at + 1]?.parentId === here.node.id;
      if (isOpen) onFold(here.node.id);
      else goTo(here.parentId === null ? undefined : graph.byId.get(here.parentId));
    } else if (event.key === 'ArrowRight' && here !== undefined) {
      if (folded.has(here.node.id)) onFold(here.node.id);
      else if (nodes[at + 1]?.parentId === here.node.id) goTo(nodes[at + 1]);
    } else if (event.key === 'Enter' && here !== undefined) onOpen(here);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      aria-activedescendant={at < 0 ? undefined : rowId(at)}
      aria-label={text.tree}
      className="grow scrolls"
      onKeyDown={onKeyDown}
      ref={scroller}
      role="tree"
      tabIndex={0}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((row) => {
          const visible = nodes[row.index];
          if (visible === undefined) return null;
          return (
            <TreeRow {...props} at={row.index} key={row.key} top={row.start} visible={visible} />
          );
        })}
      </div>
    </div>
  );
}

const rowId = (at: number) => `lineage-row-${at}`;

function TreeRow({
  visible,
  at,
  top,
  graph,
  selectedId,
  nameOf,
  onSelect,
}: LineageTreeProps & { visible: VisibleNode; at: number; top: number }) {
  const { node, depth, hidden } = visible;
  const hasChildren = hidden > 0 || graph.nodes[at + 1]?.parentId === node.id;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the tree
    <div
      aria-expanded={hasChildren ? hidden === 0 : undefined}
      aria-level={depth + 1}
      aria-selected={node.id === selectedId}
      className="soft-line-below lineage-row choosable cells"
      id={rowId(at)}
      onClick={() => onSelect(node.id)}
      role="treeitem"
      style={{
        transform: `translateY(${String(top)}px)`,
        paddingLeft: 12 + Math.min(depth, 24) * 16,
      }}
    >
      <span className="stack">
        <NodeMark node={node} />
      </span>
      <span className="truncate" dir="auto">
        {titleOf(node)}
      </span>
      <span className="muted small nowrap" dir="auto">
        {visibleText(nameOf(node.agentId))} · {text.kind(node.kind)}
        {node.state === null ? '' : ` · ${text.state(node.state)}`}
        {hidden > 0 ? ` · ${text.hidden(hidden)}` : ''}
      </span>
      <span className="muted small number">{Math.floor(node.sequence)}</span>
    </div>
  );
}
