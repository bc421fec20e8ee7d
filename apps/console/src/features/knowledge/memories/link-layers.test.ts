import { expect, it } from 'vitest';
import type { MemoryGraph } from '../../../live/knowledge-types.ts';
import { rowOf, sampleMemories } from '../testing/sample-memories.ts';
import { placeByDistance } from './link-layers.ts';

const [sample] = sampleMemories(0).map(rowOf);
const graph = (edges: string): MemoryGraph => ({
  nodes: ['a', 'b', 'c', 'd'].map((id) => ({ ...sample, id })) as MemoryGraph['nodes'],
  edges: edges.split(' ').map((edge) => ({
    ...{ from: edge[0] ?? '', to: edge[1] ?? '', kind: 'related' as const },
  })),
  isCut: false,
});
const drawn = (edges: string, id: string) =>
  placeByDistance(graph(edges), id).map(({ node, away, row }) => `${node.id}${away}${row}`);

it('places each memory by its distance, in both directions, once', () => {
  expect(drawn('ab ca bc bd', 'a')).toEqual(['a00', 'b10', 'c11', 'd20']);
});

it('leaves out what is not reached, and ends in circles and at unknown ends', () => {
  expect(drawn('ab ba bz', 'a')).toEqual(['a00', 'b10']);
  expect(drawn('ab', 'missing')).toEqual([]);
});
