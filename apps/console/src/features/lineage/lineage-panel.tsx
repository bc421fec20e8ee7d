import type { LineageNode } from '@countersign/thread/lineage';
import type { Thread } from '@countersign/thread/thread';
import { Download, Image } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lineageText as text } from '../../text/texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePhone } from '../../ui/hooks/use-phone.ts';
import { coloursOf, graphSvg, savePng, saveSvg } from './export-graph.ts';
import { FilterBar, type LineageMode } from './filter-bar.tsx';
import { LineageGraph } from './lineage-graph.tsx';
import { LineageTree } from './lineage-tree.tsx';
import './lineage.css';
import { Diamond } from '../../ui/icon.tsx';
import { NodeDetails } from './node-details.tsx';
import { Overview } from './overview.tsx';
import { type DrawnLineage, useDrawnLineage } from './use-drawn-lineage.ts';
import { noFilter } from './visible-graph.ts';

const hasRoom = () => matchMedia('(min-width: 1280px) and (min-height: 800px)').matches;

/** What the shapes and lines of the graph mean. In a small window it is closed: it would cover nodes. */
function Legend() {
  const [isOpen, setOpen] = useState(hasRoom);
  return (
    <details
      className="legend small nowrap floating"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      open={isOpen}
    >
      <summary className="muted">{text.legend}</summary>
      <div className="stack-tight">
        <span className="row">
          <span className="on-canvas legend-box" />
          {text.legendMessage}
        </span>
        <span className="row">
          <span className="on-canvas legend-box legend-box-tool" />
          {text.legendTool}
        </span>
        <span className="row">
          <span className="on-canvas legend-box legend-box-person" />
          {text.legendPerson}
        </span>
        <span className="row">
          <span>
            <Diamond filled small />
          </span>
          {text.legendPrompt}
        </span>
        <span className="row">
          <span>
            <Diamond filled={false} small />
          </span>
          {text.legendFollowup}
        </span>
        <span className="row">
          <span className="legend-line-path" />
          {text.legendPath}
        </span>
        <span className="row">
          <span className="legend-line" />
          {text.legendInferred}
        </span>
      </div>
    </details>
  );
}

interface SaveGraphProps {
  drawn: DrawnLineage;
  nameOf: (agentId: string) => string;
}

/** Saves the graph as it is drawn, as a picture. */
function SaveGraph({ drawn, nameOf }: SaveGraphProps) {
  const { thread, graph, layout, onPath } = drawn;
  const svg = () =>
    graphSvg(graph, layout.places, {
      colours: coloursOf(document.documentElement),
      nameOf,
      path: onPath,
    });
  const name = `lineage-${thread.threadId.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`;
  return (
    <div className="lineage-save side-by-side floating">
      <IconButton icon={Download} label={text.saveSvg} onClick={() => saveSvg(svg(), name)} />
      <IconButton icon={Image} label={text.savePng} onClick={() => void savePng(svg(), name)} />
    </div>
  );
}

interface LineagePanelProps {
  thread: Thread;
  /** Of an agent or a person. */
  nameOf: (agentId: string) => string;
  promptLink: (promptId: string, children: ReactNode, className?: string) => ReactNode;
  /** In the address, so that it can be shared. */
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  /** Shows the place in the stream. */
  onShow: (itemKey: string) => void;
  onOpenPrompt: (promptId: string) => void;
}

/** The ancestry of every message of a task: graph, tree, or overview, with the path to the root of the chosen one. */
export function LineagePanel(props: LineagePanelProps) {
  const { nameOf, selectedId, onSelect } = props;
  const [mode, setMode] = useState<LineageMode>(usePhone() ? 'tree' : 'graph');
  const drawn = useDrawnLineage(props.thread, selectedId);
  const { thread, lineage, path, onPath, graph, layout, filter, setFilter } = drawn;
  const selected = selectedId === null ? undefined : lineage.byId.get(selectedId);

  const fold = (id: string) => {
    const folded = new Set(filter.folded);
    if (!folded.delete(id)) folded.add(id);
    setFilter({ ...filter, folded });
  };
  const open = (node: LineageNode) => {
    if (node.promptId !== null) props.onOpenPrompt(node.promptId);
    else if (node.itemKey !== null) props.onShow(node.itemKey);
  };
  return (
    <div className="lineage column fill-height">
      <FilterBar
        filter={filter}
        graph={graph}
        lineage={lineage}
        mode={mode}
        nameOf={nameOf}
        onFilter={setFilter}
        onMode={setMode}
      />
      <div className="pane-and-side fill-height">
        <div className="side-by-side anchor">
          {lineage.nodes.length === 0 ? (
            <EmptyState title={text.empty}>{text.emptyDetail}</EmptyState>
          ) : graph.nodes.length === 0 ? (
            <EmptyState
              action={<Button onClick={() => setFilter(noFilter)}>{text.clear}</Button>}
              title={text.noMatch}
            >
              {text.noMatchDetail(graph.total)}
            </EmptyState>
          ) : mode === 'graph' ? (
            <LineageGraph
              graph={graph}
              layout={layout}
              lineage={lineage}
              nameOf={nameOf}
              onFold={fold}
              onOpen={open}
              onSelect={onSelect}
              path={path}
              selectedId={selectedId}
            >
              <Legend />
              <SaveGraph drawn={drawn} nameOf={nameOf} />
            </LineageGraph>
          ) : mode === 'tree' ? (
            <LineageTree
              folded={filter.folded}
              graph={graph}
              nameOf={nameOf}
              onFold={fold}
              onOpen={({ node }) => open(node)}
              onSelect={onSelect}
              selectedId={selectedId}
            />
          ) : (
            <Overview
              lineage={lineage}
              onSelect={(id) => {
                onSelect(id);
                setMode('graph');
              }}
              path={onPath}
              selectedId={selectedId}
            />
          )}
        </div>
        {selected === undefined ? null : (
          <NodeDetails
            lineage={lineage}
            nameOf={nameOf}
            node={selected}
            onClose={() => onSelect(null)}
            onSelect={onSelect}
            onShow={({ itemKey }) => itemKey !== null && props.onShow(itemKey)}
            path={path}
            promptLink={props.promptLink}
            thread={thread}
          />
        )}
      </div>
    </div>
  );
}
