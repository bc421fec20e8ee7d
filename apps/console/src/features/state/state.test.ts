import { blameOf } from '@countersign/thread/blame';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyEvents, envelopesOf } from '../../testing/any-tape.ts';
import { changedPlaces } from './changed-places.ts';
import { diffCounts } from './diff-counts.ts';
import { lastWrite, readWrites } from './writes.ts';

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

describe('who wrote a place last', () => {
  it('is the author named by the blame, for any events and every place', () => {
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
    // The third writes the value that is already there.
    expect(lastWrite(reader.writes(), '/b/c')?.sequence).toBe(2);
    expect(reader.writes().most).toEqual([
      { pointer: '/a', events: 1 },
      { pointer: '/b', events: 1 },
    ]);
  });
});

describe('the difference of two documents', () => {
  it('counts plain values', () => {
    expect(diffCounts({ a: 1, b: { c: 1, d: 2 } }, { a: 2, e: [1, 2, 3] })).toEqual({
      added: 3,
      changed: 1,
      removed: 2,
    });
    expect(diffCounts(undefined, undefined)).toEqual({ added: 0, changed: 0, removed: 0 });
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
    expect(found).toEqual([{ pointer: '/n/x', was: 1, isGone: false }]);
  });
});
