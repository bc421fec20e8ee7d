import type { Lineage, LineageNode } from '@countersign/thread/lineage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noFilter, visibleGraph } from './visible-graph.ts';

const node = (
  id: string,
  parentId: string | null,
  part: Partial<LineageNode> = {},
): LineageNode => ({
  id,
  kind: 'declared',
  agentId: 'demo',
  runId: 'r',
  label: `Message ${id}`,
  state: 'completed',
  sequence: Number(id) || 0,
  startedAt: 0,
  endedAt: null,
  parentId,
  inferred: false,
  cyclic: false,
  promptId: null,
  itemKey: id,
  ...part,
});

function lineage(nodes: readonly LineageNode[]): Lineage {
  const children = new Map<string, string[]>();
  for (const { id, parentId } of nodes) {
    if (parentId !== null) children.set(parentId, [...(children.get(parentId) ?? []), id]);
  }
  const byId = new Map(nodes.map((each) => [each.id, each]));
  return { nodes, byId, children, orphans: [], cycles: [] };
}

const chain = lineage([
  node('1', null),
  node('2', '1', { agentId: 'tool', kind: 'tool-call' }),
  node('3', '2'),
  node('4', '3', { kind: 'prompt', state: 'open' }),
]);

describe('what is drawn of a lineage', () => {
  it('is all of it when it is small', () => {
    const graph = visibleGraph(chain, noFilter);
    expect(graph.nodes.map(({ node: { id }, depth }) => [id, depth])).toEqual([
      ['1', 0],
      ['2', 1],
      ['3', 2],
      ['4', 3],
    ]);
    expect(graph).toMatchObject({ matching: 4, total: 4 });
  });

  it('skips over what a filter leaves out, and marks the gap', () => {
    const graph = visibleGraph(chain, { ...noFilter, withoutAgents: new Set(['tool']) });
    expect(graph.byId.get('3')).toMatchObject({ parentId: '1', skipped: 1 });
    expect(graph.matching).toBe(3);
  });

  it('finds by text, kind and state', () => {
    const ids = (part: Partial<typeof noFilter>) =>
      visibleGraph(chain, { ...noFilter, ...part }).nodes.map(({ node: { id } }) => id);
    expect(ids({ query: 'message 3' })).toEqual(['3']);
    expect(ids({ kind: 'tool-call' })).toEqual(['2']);
    expect(ids({ state: 'open' })).toEqual(['4']);
    expect(ids({ kind: 'tool-call', keep: new Set(['4']) })).toEqual(['2', '4']);
  });

  it('folds a branch on request and counts what is in it', () => {
    const graph = visibleGraph(chain, { ...noFilter, folded: new Set(['2']) });
    expect(graph.nodes.map(({ node: { id } }) => id)).toEqual(['1', '2']);
    expect(graph.byId.get('2')?.hidden).toBe(2);
  });

  it('opens what is unfinished first when there is too much', () => {
    const nodes = [
      node('1', null),
      node('2', '1'),
      node('3', '1', { state: 'open', kind: 'exchange' }),
      node('4', '1'),
    ];
    const graph = visibleGraph(lineage(nodes), noFilter, 2);
    expect(graph.nodes.map(({ node: { id } }) => id)).toEqual(['1', '3']);
    expect(graph.byId.get('1')?.hidden).toBe(2);
  });

  it('draws at most the limit, accounts for every node, and always draws what is kept', () => {
    const forest = fc.array(fc.option(fc.nat(), { nil: null, freq: 8 }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(forest, fc.integer({ min: 1, max: 30 }), fc.nat(), (picks, limit, pick) => {
        const nodes = picks.map((parent, index) =>
          node(
            String(index + 1),
            parent === null || index === 0 ? null : String((parent % index) + 1),
          ),
        );
        const kept = String((pick % nodes.length) + 1);
        const tree = lineage(nodes);
        const keep = new Set<string>();
        for (let at = tree.byId.get(kept); at !== undefined; ) {
          keep.add(at.id);
          at = at.parentId === null ? undefined : tree.byId.get(at.parentId);
        }
        const graph = visibleGraph(tree, { ...noFilter, keep }, limit);
        for (const id of keep) expect(graph.byId.has(id)).toBe(true);
        expect(graph.nodes.length).toBeLessThanOrEqual(Math.max(limit, limit + keep.size));
        const roots = new Set(
          nodes.filter(({ parentId }) => parentId === null).map(({ id }) => id),
        );
        const hidden = graph.nodes.reduce((sum, each) => sum + each.hidden, 0);
        const drawnRoots = graph.nodes.filter(({ parentId }) => parentId === null).length;
        if (drawnRoots === roots.size) expect(graph.nodes.length + hidden).toBe(nodes.length);
      }),
    );
  });
});
