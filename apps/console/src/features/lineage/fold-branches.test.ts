import type { Lineage, LineageNode } from '@countersign/thread/lineage';
import { describe, expect, it } from 'vitest';
import { foldsOf } from './fold-branches.ts';
import { noFilter, visibleGraph } from './visible-graph.ts';

const node = (id: string, parentId: string | null, part: Partial<LineageNode>): LineageNode => ({
  id,
  kind: 'message',
  agentId: 'lead',
  runId: 'first',
  label: id,
  state: null,
  sequence: 0,
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
  return {
    nodes,
    byId: new Map(nodes.map((each) => [each.id, each])),
    children,
    orphans: [],
    cycles: [],
  };
}

const task = lineage([
  node('request', null, { agentId: 'operator:ada' }),
  node('plan', 'request', {}),
  node('hand-over', 'plan', { kind: 'exchange' }),
  node('search', 'hand-over', { agentId: 'child', kind: 'tool-call', state: 'done' }),
  node('found', 'search', { agentId: 'child' }),
  node('ask', 'plan', { kind: 'prompt', state: 'open' }),
  node('again', null, { agentId: 'operator:ada', runId: 'second' }),
  node('second plan', 'again', { runId: 'second' }),
]);
const drawn = (by: Parameters<typeof foldsOf>[1]) =>
  visibleGraph(task, { ...noFilter, folded: foldsOf(task, by) }).nodes.map(
    ({ node: { id } }) => id,
  );

describe('folding many branches at once', () => {
  it('folds what has ended and leaves the way to what has not', () => {
    expect([...foldsOf(task, 'finished')]).toEqual(['hand-over', 'again']);
    expect(drawn('finished')).toEqual(['request', 'plan', 'hand-over', 'ask', 'again']);
  });

  it('folds every run but the newest', () => {
    expect(drawn('runs')).toEqual(['request', 'again', 'second plan']);
  });

  it('folds what one agent handed to another, not what a person asked', () => {
    expect([...foldsOf(task, 'agents')]).toEqual(['hand-over', 'search']);
    expect(drawn('agents')).not.toContain('search');
  });
});
