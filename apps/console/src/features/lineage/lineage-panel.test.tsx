// @vitest-environment jsdom
import type { HaiEvent } from '@countersign/hai/event';
import { foldedThread, upEvent } from '@countersign/testkit/folded-thread';
import { lineageOf } from '@countersign/thread/lineage';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { graphSvg } from './export-graph.ts';
import { quickLayout } from './layout.ts';
import { LineageTree } from './lineage-tree.tsx';
import { NodeDetails } from './node-details.tsx';
import { stepFrom } from './traverse.ts';
import { noFilter, visibleGraph } from './visible-graph.ts';

const declared = (messageId: string, more: object = {}): HaiEvent =>
  upEvent(messageId, { explanation: `Message ${messageId}`, ...more });
const thread = foldedThread([
  declared('root'),
  declared('left', { parentMessageId: 'root' }),
  declared('right', { parentMessageId: 'root' }),
  declared('ask', {
    parentMessageId: 'left',
    state: 'needsHumanDecision',
    ask: 'Go <b>on</b>?',
    waiting: ['kpi'],
  }),
  declared('lost', { parentMessageId: 'nowhere' }),
]);
const lineage = lineageOf(thread);
const graph = visibleGraph(lineage, noFilter);
const places = quickLayout(graph.nodes.map(({ node, parentId }) => ({ id: node.id, parentId })));
const nameOf = (id: string) => `Agent ${id}`;

describe('walking the graph by keys', () => {
  it('goes to parents, children and along the layer, and starts at the first root', () => {
    const step = (from: string | null, key: string) => stepFrom(graph, places, { from, key });
    expect(step(null, 'ArrowDown')).toBe('root');
    expect(step('root', 'ArrowDown')).toBe('left');
    expect(step('left', 'ArrowRight')).toBe('right');
    expect(step('right', 'ArrowLeft')).toBe('left');
    expect(step('ask', 'ArrowUp')).toBe('left');
    expect(step('root', 'ArrowUp')).toBeNull();
    expect(step('root', 'a')).toBeNull();
  });
});

describe('the tree of the same lineage', () => {
  // jsdom has no layout: the list is given a size.
  beforeAll(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  });

  it('exposes level, state and what is below, and is navigated by arrows', async () => {
    const onSelect = vi.fn();
    const onFold = vi.fn();
    render(
      <LineageTree
        folded={new Set()}
        graph={graph}
        nameOf={nameOf}
        onFold={onFold}
        onOpen={vi.fn()}
        onSelect={onSelect}
        selectedId="left"
      />,
    );
    const row = await screen.findByRole('treeitem', { name: /Go <b>on<\/b>\?/ });
    expect(row.getAttribute('aria-level')).toBe('3');
    const tree = screen.getByRole('tree');
    fireEvent.keyDown(tree, { key: 'ArrowDown' });
    expect(onSelect).toHaveBeenLastCalledWith('ask');
    fireEvent.keyDown(tree, { key: 'ArrowLeft' });
    expect(onFold).toHaveBeenLastCalledWith('left');
    fireEvent.keyDown(tree, { key: 'Home' });
    expect(onSelect).toHaveBeenLastCalledWith(graph.nodes[0]?.node.id);
  });
});

describe('the details of a node', () => {
  const show = (id: string) => {
    const node = lineage.byId.get(id);
    if (node === undefined) throw new Error(id);
    const path = [];
    for (let at: typeof node | undefined = node; at !== undefined; ) {
      path.push(at);
      at = at.parentId === null ? undefined : lineage.byId.get(at.parentId);
    }
    return render(
      <NodeDetails
        lineage={lineage}
        nameOf={nameOf}
        node={node}
        onClose={vi.fn()}
        onSelect={vi.fn()}
        onShow={vi.fn()}
        path={path}
        promptLink={(promptId, children) => <a href={`/inbox/${promptId}`}>{children}</a>}
        thread={thread}
      />,
    );
  };

  it('explain why a question is asked, step by step from the root, and who waits', () => {
    show('ask');
    const steps = within(screen.getByRole('list', { name: 'Where it comes from' }));
    expect(steps.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Message root',
      'Message left',
      'Go <b>on</b>?',
    ]);
    expect(screen.getByText(/^Agent relayed:.*:kpi$/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open the decision' })).toBeDefined();
  });

  it('show that a parent is not known', () => {
    show('lost');
    expect(screen.getByText(/Its parent is not known/)).toBeDefined();
  });
});

describe('the exported drawing', () => {
  it('holds every node and edge, and no markup of an agent', () => {
    const svg = graphSvg(graph, places, {
      colours: {
        canvas: '#fff',
        ink: '#000',
        muted: '#666',
        line: '#999',
        need: '#a60',
        accent: '#00f',
      },
      nameOf,
      path: new Set(['ask', 'left']),
    });
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    expect(parsed.querySelectorAll('g')).toHaveLength(graph.nodes.length);
    expect(parsed.querySelectorAll('path')).toHaveLength(
      graph.nodes.filter(({ parentId }) => parentId !== null).length,
    );
    expect(parsed.querySelector('b')).toBeNull();
  });
});
