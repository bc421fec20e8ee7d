import { jsonEqual } from '@countersign/json/json-equal';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asItOpens, type PlaceRow, type TreeRow, treeRows } from './tree-rows.ts';
import { treeStep } from './tree-step.ts';

const isPlace = (row: TreeRow): row is PlaceRow => row.kind === 'place';
const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

/** Every place of a document that is there, the root included. */
function placesOf(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [pointer];
  return [
    pointer,
    ...Object.entries(value).flatMap(([name, held]) =>
      placesOf(held, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ),
  ];
}

/** The value at a place, boxed; null = there is none. */
function held(document: unknown, pointer: string): [unknown] | null {
  let value = document;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const entry: [string, unknown] | undefined =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([each]) => each === name)
        : undefined;
    if (entry === undefined) return null;
    value = entry[1];
  }
  return [value];
}

const open = (...pointers: string[]) => ({
  ...asItOpens,
  toggled: new Map(pointers.map((pointer) => [pointer, true])),
});

describe('the difference of two documents', () => {
  it('shows, with everything open, exactly the places of both, and marks what differs', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.dictionary(fc.string(), json), (a, b) => {
        const places = [...new Set([...placesOf(a), ...placesOf(b)])].filter((each) => each !== '');
        const toggled = new Map(places.map((pointer) => [pointer, true]));
        const rows = treeRows(a, b, { opening: { ...asItOpens, toggled } });
        expect(rows.map(({ pointer }) => pointer).sort()).toEqual(places.sort());
        for (const { pointer, mark } of rows.filter(isPlace)) {
          const [left, right] = [held(a, pointer), held(b, pointer)];
          const same =
            left === null || right === null ? left === right : jsonEqual(left[0], right[0]);
          expect(mark === '', pointer).toBe(same);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('leaves out equal places when only changes are requested', () => {
    const rows = treeRows({ a: 1, b: 1, c: 1 }, { a: 1, b: 2, d: 1 }, { changedOnly: true });
    expect(rows.filter(isPlace).map(({ name, mark }) => `${mark}${name}`)).toEqual([
      '±b',
      '+d',
      '-c',
    ]);
    expect(treeRows({ a: 1 }, { a: 1 }, { changedOnly: true })).toEqual([]);
  });
});

describe('a document of its own', () => {
  const document = {
    phase: 'rank',
    location: { city: 'Leipzig' },
    candidates: [{ name: 'Ines' }],
    'x/y': null,
    empty: {},
  };

  it('opens small parts near the root, and has nothing to open where nothing is', () => {
    const rows = treeRows(document, document).filter(isPlace);
    expect(rows.map((row) => [row.depth, row.name, row.branch, row.open])).toEqual([
      [0, 'phase', false, false],
      [0, 'location', true, true],
      [1, 'city', false, false],
      [0, 'candidates', true, true],
      [1, '0', true, true],
      [2, 'name', false, false],
      [0, 'x/y', false, false],
      [0, 'empty', false, false],
    ]);
  });

  it('does what the reader toggled, by pointer', () => {
    const toggled = new Map([
      ['/candidates', false],
      ['/location', false],
    ]);
    const rows = treeRows(document, document, { opening: { ...asItOpens, toggled } });
    expect(rows.map((row) => row.pointer)).toEqual([
      '/phase',
      '/location',
      '/candidates',
      '/x~1y',
      '/empty',
    ]);
  });

  it('opens automatically what its place says', () => {
    const rows = treeRows(document, document, { opens: ({ list }) => list });
    expect(rows.map((row) => row.pointer)).toEqual([
      '/phase',
      '/location',
      '/candidates',
      '/candidates/0',
      '/x~1y',
      '/empty',
    ]);
  });

  it('shows a plain value', () => {
    expect(treeRows('just words', 'just words')).toHaveLength(1);
    expect(treeRows(undefined, undefined)).toEqual([]);
  });
});

describe('a huge document', () => {
  const list = Array.from({ length: 25_000 }, (_, index) => index);

  it('keeps a long list closed, and lists it piece by piece', () => {
    expect(treeRows({ list }, { list })).toHaveLength(1);
    const opening = open('/list');
    const rows = treeRows({ list }, { list }, { opening });
    expect(rows).toHaveLength(10_002);
    const more = rows.at(-1);
    expect(more).toEqual({ kind: 'more', pointer: '/list', depth: 1, left: 15_000, next: 20_000 });
    const asked = new Map([['/list', 20_000]]);
    expect(treeRows({ list }, { list }, { opening: { ...opening, asked } })).toHaveLength(20_002);
    const all = treeRows(
      { list },
      { list },
      { opening: { ...opening, asked: new Map([['/list', 30_000]]) } },
    );
    expect(all.at(-1)).toMatchObject({ kind: 'place', name: '24999' });
  });

  it('counts what differs beyond the rows that are listed', () => {
    const other = list.map((value) => -value - 1);
    const rows = treeRows({ list }, { list: other }, { opening: open('/list'), changedOnly: true });
    expect(rows.at(-1)).toMatchObject({ kind: 'more', left: 15_000 });
  });

  it('stops opening automatically, however wide it is at each step', () => {
    const wide = (depth: number): unknown =>
      Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`k${index}`, depth === 0 ? 1 : wide(depth - 1)]),
      );
    const [a, b] = [wide(2), JSON.parse(JSON.stringify(wide(2)).replaceAll(':1', ':2'))];
    expect(treeRows(a, b).length).toBeLessThan(2_200);
  });
});

describe('keys of the tree', () => {
  const rows = treeRows({ a: { b: 1 }, c: 2 }, { a: { b: 1 }, c: 2 });
  it.each([
    ['ArrowDown', 0, { kind: 'move', index: 1 }],
    ['ArrowUp', 0, { kind: 'move', index: 0 }],
    ['End', 0, { kind: 'move', index: 2 }],
    ['PageDown', 0, { kind: 'move', index: 2 }],
    ['ArrowRight', 0, { kind: 'move', index: 1 }],
    ['ArrowLeft', 0, { kind: 'toggle', pointer: '/a', open: false }],
    ['ArrowLeft', 1, { kind: 'move', index: 0 }],
    ['ArrowRight', 2, null],
    ['Enter', 2, { kind: 'press', index: 2 }],
    ['x', 0, null],
  ])('%s at %d', (key, index, step) => expect(treeStep(key, rows, index)).toEqual(step));
});
