import { describe, expect, it } from 'vitest';
import { changedPaths, track } from './state-changes.ts';
import { stateRows } from './state-rows.ts';

describe('changedPaths', () => {
  it('finds what changed and skips what is shared', () => {
    const shared = { deep: { x: 1 } };
    const before = { shared, list: [{ score: 1 }, { score: 2 }], gone: 1 };
    const after = { shared, list: [before.list[0], { score: 3 }], 'a/b': 1 };
    expect(changedPaths(before, after)).toEqual([
      { pointer: '/list/1/score', was: 2 },
      { pointer: '/a~1b', was: undefined },
    ]);
  });
  it('marks the parent of what was removed', () => {
    expect(changedPaths({ a: { x: 1, y: 2 } }, { a: { x: 1 } })).toEqual([
      { pointer: '/a', was: undefined },
    ]);
  });
  it('bears a document that changes its kind', () => {
    expect(changedPaths([1], { 0: 1 })).toEqual([{ pointer: '', was: [1] }]);
    expect(changedPaths(null, 3)).toEqual([{ pointer: '', was: null }]);
  });
});

describe('track', () => {
  it('does not call the first state a change, and remembers the last change of a path', () => {
    const first = track(null, { a: 1, b: 1 }, 4, 100);
    expect(first.latest).toBe(0);
    const second = track(track(first, { a: 2, b: 1 }, 5, 200), { a: 3, b: 1 }, 6, 300);
    expect(second.latest).toBe(1);
    expect([...second.changes]).toEqual([['/a', { was: 2, sequence: 6, at: 300 }]]);
  });
});

describe('a step back in time', () => {
  it('is no change', () => {
    const now = track(track(null, { a: 1 }, 4, 100), { a: 2 }, 9, 200);
    const then = track(now, { a: 1 }, 5, 300);
    expect(then).toEqual({ state: { a: 1 }, changes: new Map(), latest: 0, sequence: 5 });
    expect(track(then, { a: 2 }, 9, 400).latest).toBe(1);
  });
});

describe('stateRows', () => {
  const document = {
    phase: 'rank',
    location: { city: 'Leipzig' },
    candidates: [{ name: 'Ines' }],
    'x/y': null,
  };
  it('opens small parts near the root', () => {
    expect(stateRows(document, new Map()).map((row) => [row.depth, row.name, row.open])).toEqual([
      [0, 'phase', false],
      [0, 'location', true],
      [1, 'city', false],
      [0, 'candidates', true],
      [1, '0', true],
      [2, 'name', false],
      [0, 'x/y', false],
    ]);
  });
  it('does what the reader toggled, by pointer', () => {
    const rows = stateRows(
      document,
      new Map([
        ['/candidates', false],
        ['/location', false],
      ]),
    );
    expect(rows.map((row) => row.pointer)).toEqual(['/phase', '/location', '/candidates', '/x~1y']);
  });
  it('shows a plain value', () => {
    expect(stateRows('just words', new Map())).toHaveLength(1);
  });
});
