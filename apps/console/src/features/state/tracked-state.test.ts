import { describe, expect, it } from 'vitest';
import { changedPlaces } from './changed-places.ts';
import { track } from './tracked-state.ts';

describe('changed places', () => {
  it('are those that differ, and what is shared is skipped', () => {
    const shared = { deep: { x: 1 } };
    const before = { shared, list: [{ score: 1 }, { score: 2 }, 5], gone: 1 };
    const after = { shared, list: [before.list[0], { score: 3 }], 'a/b': 1 };
    expect(changedPlaces(before, after)).toEqual([
      { pointer: '/list/1/score', was: 2, isGone: false },
      { pointer: '/list/2', was: 5, isGone: true },
      { pointer: '/a~1b', was: undefined, isGone: false },
      { pointer: '/gone', was: 1, isGone: true },
    ]);
  });
  it('bear a document that changes its kind', () => {
    expect(changedPlaces([1], { 0: 1 })).toEqual([{ pointer: '', was: [1], isGone: false }]);
    expect(changedPlaces(null, 3)).toEqual([{ pointer: '', was: null, isGone: false }]);
  });
  it('are no more than asked for', () => {
    const list = Array.from({ length: 50 }, (_, index) => index);
    expect(changedPlaces(list, list.map(String), 10)).toHaveLength(10);
    expect(changedPlaces(list, [], 10)).toHaveLength(10);
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

describe('removed places', () => {
  it('have no line: their parent has the mark, once', () => {
    const first = track(null, { a: { x: 1, y: 2, z: 3 } }, 4, 100);
    const second = track(first, { a: { x: 1 } }, 5, 200);
    expect([...second.changes]).toEqual([['/a', { was: undefined, sequence: 5, at: 200 }]]);
    expect(second.latest).toBe(1);
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
