import { jsonEqual } from '@countersign/json/json-equal';
import { runs } from '@countersign/testkit/deep';
import { blameOf } from '@countersign/thread/blame';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyEvents, envelopesOf } from '../../testing/any-tape.ts';
import { changedPlaces } from './changed-places.ts';
import { diffCounts, diffRows } from './state-diff.ts';
import { treeStep } from './tree-step.ts';
import { lastWrite, readWrites } from './writes.ts';

const closed = { toggled: new Map<string, boolean>(), changedOnly: false };
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

/** What stands at a place, boxed; null = nothing does. */
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

describe('who wrote a place last', () => {
  it('is whom the blame names, for any events and every place', () => {
    fc.assert(
      fc.property(anyEvents(30), (events) => {
        const envelopes = envelopesOf(events);
        const { state } = foldThread(emptyThread('t'), envelopes);
        if (state === undefined) return;
        const reader = readWrites();
        reader.read(envelopes);
        const writes = reader.writes();
        for (const pointer of placesOf(state)) {
          const blamed = blameOf(envelopes, pointer).at(-1);
          expect(lastWrite(writes, pointer)?.sequence, pointer).toBe(blamed?.sequence);
        }
      }),
    );
  });

  it('reads on from a document, piece by piece', () => {
    const envelopes = envelopesOf([
      { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/a', value: 1 }] },
      { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/b', value: { c: 2 } }] },
      { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/b/c', value: 2 }] },
    ]);
    const reader = readWrites({ state: { b: 0 } });
    reader.read(envelopes.slice(0, 1));
    reader.read(envelopes.slice(1));
    expect(lastWrite(reader.writes(), '/a')?.sequence).toBe(1);
    // The third writes what stands there already.
    expect(lastWrite(reader.writes(), '/b/c')?.sequence).toBe(2);
    expect(reader.writes().most).toEqual([
      { pointer: '/a', events: 1 },
      { pointer: '/b', events: 1 },
    ]);
  });
});

describe('the difference of two documents', () => {
  it('shows, with everything open, exactly the places of both, and marks what differs', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.dictionary(fc.string(), json), (a, b) => {
        const places = [...new Set([...placesOf(a), ...placesOf(b)])].filter((each) => each !== '');
        const toggled = new Map(places.map((pointer) => [pointer, true]));
        const rows = diffRows(a, b, { toggled, changedOnly: false });
        expect(rows.map(({ pointer }) => pointer).sort()).toEqual(places.sort());
        for (const { pointer, mark } of rows) {
          const [left, right] = [held(a, pointer), held(b, pointer)];
          const same =
            left === null || right === null ? left === right : jsonEqual(left[0], right[0]);
          expect(mark === '', pointer).toBe(same);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('leaves out what is the same when only changes are asked for', () => {
    const rows = diffRows(
      { a: 1, b: 1, c: 1 },
      { a: 1, b: 2, d: 1 },
      { ...closed, changedOnly: true },
    );
    expect(rows.map(({ name, mark }) => `${mark}${name}`)).toEqual(['±b', '+d', '-c']);
    expect(diffRows({ a: 1 }, { a: 1 }, { ...closed, changedOnly: true })).toEqual([]);
  });

  it('counts plain values', () => {
    expect(diffCounts({ a: 1, b: { c: 1, d: 2 } }, { a: 2, e: [1, 2, 3] })).toEqual({
      added: 3,
      changed: 1,
      removed: 2,
    });
    expect(diffCounts(undefined, undefined)).toEqual({ added: 0, changed: 0, removed: 0 });
  });

  it('keeps long lists closed until they are opened', () => {
    const list = Array.from({ length: 10_000 }, (_, index) => index);
    expect(diffRows({ list }, { list }, closed)).toHaveLength(1);
    expect(
      diffRows({ list }, { list }, { ...closed, toggled: new Map([['/list', true]]) }),
    ).toHaveLength(10_001);
  });
});

describe('what just changed', () => {
  it('is found without walking what kept its identity', () => {
    const kept = new Proxy(
      { big: 1 },
      {
        ownKeys: () => {
          throw new Error('walked');
        },
      },
    );
    const found = changedPlaces({ kept, n: { x: 1, y: 1 } }, { kept, n: { x: 2, y: 1 } });
    expect([...found]).toEqual(['/n/x']);
  });
});

describe('keys of the tree', () => {
  const rows = diffRows({ a: { b: 1 }, c: 2 }, { a: { b: 1 }, c: 2 }, closed);
  it.each([
    ['ArrowDown', 0, { kind: 'move', index: 1 }],
    ['ArrowUp', 0, { kind: 'move', index: 0 }],
    ['End', 0, { kind: 'move', index: 2 }],
    ['ArrowRight', 0, { kind: 'move', index: 1 }],
    ['ArrowLeft', 0, { kind: 'toggle', pointer: '/a', open: false }],
    ['ArrowLeft', 1, { kind: 'move', index: 0 }],
    ['ArrowRight', 2, null],
    ['Enter', 2, { kind: 'choose', pointer: '/c' }],
    ['x', 0, null],
  ])('%s at %d', (key, index, step) => expect(treeStep(key, rows, index)).toEqual(step));
});
