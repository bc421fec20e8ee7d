import type { HaiEvent } from '@countersign/hai/event';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { lineageOf } from '@countersign/thread/lineage';
import dagre from '@dagrejs/dagre';
import {
  type LayoutNode,
  nodeHeight,
  nodeWidth,
  tidyLayout,
} from '../apps/console/src/features/lineage/layout.ts';
import {
  maxDrawn,
  noFilter,
  visibleGraph,
} from '../apps/console/src/features/lineage/visible-graph.ts';
import { median, printTable, processorClock } from './table.ts';
import { envelopesOf, threadId } from './workloads.ts';

const rounds = 5;
const messages = 10_000;

/** Ten agents that declare states in turn, each the child of one of the last few: broad and deep. */
function task(): HaiEvent[] {
  return Array.from({ length: messages }, (_, index): HaiEvent => {
    const parent =
      index === 0 ? {} : { parentMessageId: `m${Math.max(0, index - 1 - (index % 7))}` };
    return {
      type: 'CUSTOM',
      name: 'upformat.message',
      metadata: { agentId: `agent-${index % 10}`, runId: `run-${index % 10}` },
      value: {
        messageId: `m${index}`,
        threadId,
        timestamp: '2026-11-21T05:00:00Z',
        state: index % 50 === 0 ? 'waiting' : 'completed',
        explanation: `Message ${index}`,
        ...parent,
      },
    };
  });
}

function timed<T>(work: () => T): { ms: number; value: T } {
  const clock = processorClock();
  const value = work();
  return { ms: clock() * 1_000, value };
}

/** The peer: layered layout with ranks and crossings, as in its readme. */
function layoutByPeer(nodes: readonly LayoutNode[]): void {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ ranksep: 30, nodesep: 18 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { width: nodeWidth, height: nodeHeight });
  for (const { id, parentId } of nodes) if (parentId !== null) graph.setEdge(parentId, id);
  dagre.layout(graph);
}

const show = (values: readonly number[]) => `${median(values).toFixed(1)} ms`;

export function benchLineage(): void {
  const envelopes = envelopesOf(task());
  const figures = {
    read: [] as number[],
    pick: [] as number[],
    all: [] as number[],
    drawn: [] as number[],
    peer: [] as number[],
  };
  for (let round = 0; round <= rounds; round += 1) {
    const thread = foldThread(emptyThread(threadId), envelopes);
    const read = timed(() => lineageOf(thread));
    const pick = timed(() => visibleGraph(read.value, noFilter));
    const every = visibleGraph(read.value, noFilter, messages);
    const nodesOf = (graph: typeof every): LayoutNode[] =>
      graph.nodes.map(({ node, parentId }) => ({ id: node.id, parentId }));
    const all = timed(() => tidyLayout(nodesOf(every)));
    const drawn = timed(() => tidyLayout(nodesOf(pick.value)));
    const peer = timed(() => layoutByPeer(nodesOf(pick.value)));
    // The first round warms up.
    if (round === 0) continue;
    figures.read.push(read.ms);
    figures.pick.push(pick.ms);
    figures.all.push(all.ms);
    figures.drawn.push(drawn.ms);
    figures.peer.push(peer.ms);
  }
  const ratio = median(figures.peer.map((ms, index) => ms / (figures.drawn[index] ?? Number.NaN)));
  printTable(
    ['Lineage of 10,000 messages', 'Time', '@dagrejs/dagre 3.1.3', 'Ratio'],
    [
      ['read the ancestry from the thread', show(figures.read), '', ''],
      [`select the ${maxDrawn} that are drawn`, show(figures.pick), '', ''],
      [
        `lay out those ${maxDrawn}`,
        show(figures.drawn),
        show(figures.peer),
        `${ratio.toFixed(0)}x`,
      ],
      ['lay out all 10,000 for the overview', show(figures.all), 'not tried', ''],
    ],
  );
}
