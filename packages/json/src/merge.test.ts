import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MergePlace, threeWayMerge } from './merge.ts';

const name = fc.constantFrom('a', 'b', 'c', 'id', '~', '/');
const json = fc
  .letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y'), fc.constant(null)),
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(name, tie('node'), { maxKeys: 4, noNullPrototype: true }),
      fc.uniqueArray(fc.record({ id: fc.constantFrom('p', 'q', 'r', 's'), n: tie('node') }), {
        selector: (item) => item.id,
        maxLength: 4,
      }),
    ),
  }))
  .node.map((value): unknown => JSON.parse(JSON.stringify(value)));

const paths = (places: readonly MergePlace[]) => places.map(({ path }) => path);

describe('threeWayMerge', () => {
  it('takes a change of one side, and equal changes of both', () => {
    fc.assert(
      fc.property(json, json, (base, other) => {
        const theirs = threeWayMerge(base, structuredClone(base), other);
        expect(theirs.merged).toEqual(other);
        expect([theirs.conflicts, theirs.kept]).toEqual([[], []]);
        const mine = threeWayMerge(base, other, structuredClone(base));
        expect(mine.merged).toEqual(other);
        expect([mine.conflicts, mine.taken]).toEqual([[], []]);
        expect(paths(mine.kept)).toEqual(paths(theirs.taken));
        const both = threeWayMerge(base, other, structuredClone(other));
        expect(both).toEqual({ merged: other, conflicts: [], taken: [], kept: [] });
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('lists every place once, independent of the choices; choosing mine gives my values', () => {
    fc.assert(
      fc.property(json, json, json, (base, mine, theirs) => {
        const result = threeWayMerge(base, mine, theirs);
        const conflicts = paths(result.conflicts);
        const all = [...conflicts, ...paths(result.taken), ...paths(result.kept)];
        expect(new Set(all).size).toBe(all.length);
        const choose = (side: 'mine' | 'theirs') =>
          threeWayMerge(
            base,
            mine,
            theirs,
            Object.fromEntries(conflicts.map((path) => [path, side])),
          );
        expect(choose('mine')).toEqual(result);
        expect(paths(choose('theirs').conflicts)).toEqual(conflicts);
        expect(JSON.parse(JSON.stringify(result.merged))).toEqual(result.merged);
        // With the sides swapped there are as many conflicts.
        expect(threeWayMerge(base, theirs, mine).conflicts).toHaveLength(conflicts.length);
      }),
      { numRuns: runs(1_000) },
    );
  });

  const plan = (...pcis: (number | null)[]) => ({
    rows: pcis.flatMap((pci, index) => (pci === null ? [] : [{ id: `c${index}`, pci }])),
  });

  it('gives a table of rows: one conflict, one taken, one kept', () => {
    const base = plan(214, 215, 218, 219, 223, 225);
    const mine = plan(214, 215, 220, 219, 223, null);
    const theirs = plan(214, 215, 221, 219, 226, 225);
    const result = threeWayMerge(base, mine, theirs);
    expect(result.conflicts).toEqual([{ path: '/rows/2/pci', base: 218, mine: 220, theirs: 221 }]);
    expect(result.taken).toEqual([{ path: '/rows/4/pci', base: 223, mine: 223, theirs: 226 }]);
    const left = { id: 'c5', pci: 225 };
    expect(result.kept).toEqual([{ path: '/rows/5', base: left, mine: undefined, theirs: left }]);
    expect(result.merged).toEqual(plan(214, 215, 220, 219, 226, null));
    const chosen = threeWayMerge(base, mine, theirs, { '/rows/2/pci': 'theirs' });
    expect(chosen.merged).toEqual(plan(214, 215, 221, 219, 226, null));
  });

  it('reports a conflict if one removed what the other changed, and accepts either choice', () => {
    const [base, mine, theirs] = [plan(1, 2), plan(1, null), plan(1, 3)];
    expect(threeWayMerge(base, mine, theirs).conflicts).toMatchObject([{ path: '/rows/1' }]);
    expect(threeWayMerge(base, mine, theirs, { '/rows/1': 'theirs' }).merged).toEqual(theirs);
    expect(threeWayMerge(base, mine, theirs).merged).toEqual(mine);
  });

  it('follows a row that moved, and keeps what both added', () => {
    const row = (id: string, n = 0) => ({ id, n });
    const base = [row('a'), row('b'), row('c')];
    const mine = [row('a'), row('b', 1), row('mine'), row('c')];
    const theirs = [row('c'), row('a'), row('b'), row('theirs')];
    const { merged, conflicts } = threeWayMerge(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toEqual([row('c'), row('a'), row('b', 1), row('mine'), row('theirs')]);
  });

  it('reports two different orders as a conflict', () => {
    const rows = (ids: string) => Array.from(ids, (id) => ({ id }));
    const { conflicts } = threeWayMerge({ r: rows('abc') }, { r: rows('bac') }, { r: rows('acb') });
    expect(paths(conflicts)).toEqual(['/r']);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('loses no member named %s', (name) => {
    const side = (n: number, own: number): unknown =>
      JSON.parse(`{"n":${n},"m${n}":1,"${name}":{"own":${own}}}`);
    const { merged, taken, conflicts } = threeWayMerge(side(0, 0), side(1, 0), side(2, 2));
    expect(JSON.stringify(merged)).toBe(`{"n":1,"m2":1,"${name}":{"own":2},"m1":1}`);
    expect(paths(taken)).toContain(`/${name}/own`);
    expect(paths(conflicts)).toEqual(['/n']);
    expect(Reflect.get({}, 'own')).toBeUndefined();
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  });
});
