import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  growLayout,
  type LayoutNode,
  nodeHeight,
  nodeWidth,
  type Places,
  quickLayout,
  tidyLayout,
} from './layout.ts';

/** Forests: each node's parent is one before it, or none. */
const forest = fc
  .array(fc.option(fc.nat(), { nil: null, freq: 8 }), { maxLength: 60 })
  .map((picks) =>
    picks.map(
      (pick, index): LayoutNode => ({
        id: String(index),
        parentId: pick === null || index === 0 ? null : String(pick % index),
      }),
    ),
  );

function expectSound(nodes: readonly LayoutNode[], places: Places): void {
  expect([...places.keys()].sort()).toEqual(nodes.map(({ id }) => id).sort());
  const list = [...places.values()];
  for (const [index, one] of list.entries()) {
    for (const two of list.slice(index + 1)) {
      const apart = Math.abs(one.x - two.x) >= nodeWidth || Math.abs(one.y - two.y) >= nodeHeight;
      expect(apart).toBe(true);
    }
  }
  for (const { id, parentId } of nodes) {
    if (parentId === null) continue;
    expect(places.get(id)?.y).toBeGreaterThan(places.get(parentId)?.y ?? Infinity);
  }
}

describe.each([
  ['quickLayout', quickLayout],
  ['tidyLayout', tidyLayout],
])('%s', (_name, layout) => {
  it('loses no node, overlaps none, and draws parents above children', () => {
    fc.assert(fc.property(forest, (nodes) => expectSound(nodes, layout(nodes))));
  });

  it('draws the same twice', () => {
    fc.assert(
      fc.property(forest, (nodes) => {
        expect(layout(nodes)).toEqual(layout(nodes));
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('tidyLayout', () => {
  it('crosses no two edges', () => {
    fc.assert(
      fc.property(forest, (nodes) => {
        const places = tidyLayout(nodes);
        const edges = nodes.flatMap(({ id, parentId }) => {
          const [from, to] = [places.get(parentId ?? ''), places.get(id)];
          return from === undefined || to === undefined ? [] : [{ from, to }];
        });
        for (const [index, one] of edges.entries()) {
          for (const two of edges.slice(index + 1)) {
            if (one.from.y !== two.from.y) continue;
            const crossed = (one.from.x - two.from.x) * (one.to.x - two.to.x) < 0;
            expect(crossed).toBe(false);
          }
        }
      }),
    );
  });
});

describe('a long row of leaves', () => {
  it('is broken into rows that fit a screen, in order', () => {
    const nodes: LayoutNode[] = [
      { id: 'root', parentId: null },
      ...Array.from({ length: 14 }, (_, index) => ({ id: `leaf ${index}`, parentId: 'root' })),
    ];
    const places = tidyLayout(nodes);
    const rows = new Map<number, number[]>();
    for (const { id } of nodes.slice(1)) {
      const { x = 0, y = 0 } = places.get(id) ?? {};
      rows.set(y, [...(rows.get(y) ?? []), x]);
    }
    expect([...rows.values()].map((row) => row.length)).toEqual([6, 5, 3]);
    for (const row of rows.values()) {
      expect(row).toEqual(row.toSorted((left, right) => left - right));
    }
    expectSound(nodes, places);
  });
});

describe('five hundred siblings', () => {
  const siblings = (at: (index: number) => LayoutNode[]): LayoutNode[] => [
    { id: 'root', parentId: null },
    ...Array.from({ length: 500 }, (_, index) => at(index)).flat(),
  ];
  const leaf = (index: number): LayoutNode => ({ id: `${index}`, parentId: 'root' });
  const branch = (index: number): LayoutNode[] => [
    leaf(index),
    { id: `below ${index}`, parentId: `${index}` },
  ];
  const leaves = siblings((index) => [leaf(index)]);
  const branches = siblings(branch);
  const mixed = siblings((index) => (index % 3 === 0 ? branch(index) : [leaf(index)]));
  const roots = siblings(branch)
    .slice(1)
    .map((one) => ({ ...one, parentId: one.parentId === 'root' ? null : one.parentId }));

  it.each([
    ['leaves, tidy', leaves, tidyLayout],
    ['branches, tidy', branches, tidyLayout],
    ['both, tidy', mixed, tidyLayout],
    ['roots, tidy', roots, tidyLayout],
    ['leaves, at once', leaves, quickLayout],
    ['branches, at once', branches, quickLayout],
    [
      'leaves, one after another',
      leaves,
      (nodes: readonly LayoutNode[]) => growLayout(nodes, new Map()),
    ],
    [
      'branches, one after another',
      branches,
      (nodes: readonly LayoutNode[]) => growLayout(nodes, new Map()),
    ],
  ])('are several rows, of which the small map shows each node: %s', (_name, nodes, layout) => {
    const places = layout(nodes);
    const taken = new Set([...places.values()].map(({ x, y }) => `${x} ${y}`));
    expect(taken.size).toBe(nodes.length);
    const width = Math.max(...[...places.values()].map(({ x }) => x)) + nodeWidth;
    const height = Math.max(...[...places.values()].map(({ y }) => y)) + nodeHeight;
    // The map has 150 by 100 pixels.
    const scale = Math.min(150 / width, 100 / height);
    expect(nodeWidth * scale).toBeGreaterThan(2);
    expect(nodeHeight * scale).toBeGreaterThan(0.7);
  });
});

describe('growLayout', () => {
  it('moves no existing node, and has no overlaps', () => {
    fc.assert(
      fc.property(forest, fc.nat(60), (nodes, known) => {
        const before = tidyLayout(nodes.slice(0, known));
        const after = growLayout(nodes, before);
        for (const [id, place] of before) expect(after.get(id)).toEqual(place);
        expectSound(nodes, after);
      }),
    );
  });
});
