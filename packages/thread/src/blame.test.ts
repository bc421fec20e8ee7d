import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { canonicalJson } from '@countersign/json/canonical-json';
import type { PatchOperation } from '@countersign/json/patch-operation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blameOf } from './blame.ts';
import { emptyThread, foldThread } from './fold.ts';

const envelopesOf = (events: readonly HaiEvent[]): Envelope[] =>
  events.map((event, index) => ({
    position: index + 1,
    threadId: 't',
    runId: 'r',
    sequence: index + 1,
    receivedAt: 1_000 + index,
    agentId: 'demo',
    event,
  }));
const delta = (...operations: PatchOperation[]): HaiEvent => ({
  type: 'STATE_DELTA',
  delta: operations,
});

describe('blame', () => {
  it('names the event that wrote a place, from above, at it, and below it', () => {
    const envelopes = envelopesOf([
      { type: 'STATE_SNAPSHOT', snapshot: { plan: { pci: 1 } } },
      delta({ op: 'replace', path: '/plan/pci', value: 2 }),
      { ...delta({ op: 'add', path: '/other', value: 1 }), metadata: { agentId: 'child' } },
      {
        ...delta({ op: 'replace', path: '/plan', value: { pci: 3 } }),
        metadata: { agentId: 'child' },
      },
      delta({ op: 'replace', path: '/plan', value: { pci: 3 } }),
    ]);
    expect(blameOf(envelopes, '/plan/pci')).toEqual([
      { sequence: 1, agentId: 'demo', at: 1_000, before: undefined, after: 1 },
      { sequence: 2, agentId: 'demo', at: 1_001, before: 1, after: 2 },
      { sequence: 4, agentId: 'relayed:demo:child', at: 1_003, before: 2, after: 3 },
    ]);
    expect(blameOf(envelopes, '/plan').at(-1)?.sequence).toBe(4);
    expect(blameOf(envelopes, '/never')).toEqual([]);
    expect(blameOf(envelopes, 'no pointer')).toEqual([]);
  });

  it('detects an array that moved under the place', () => {
    const envelopes = envelopesOf([
      { type: 'STATE_SNAPSHOT', snapshot: ['a', 'b'] },
      delta({ op: 'remove', path: '/0' }),
    ]);
    expect(blameOf(envelopes, '/0')).toMatchObject([{ after: 'a' }, { before: 'a', after: 'b' }]);
    expect(blameOf(envelopes, '/1')).toMatchObject([{ after: 'b' }, { before: 'b' }]);
  });

  it('equals a naive replay, for any operations and any place', () => {
    const pointer = fc.constantFrom('', '/a', '/a/0', '/a/1', '/b', '/b/c', '/b/c/d');
    const value = fc.constantFrom<unknown>(
      1,
      2,
      'x',
      null,
      [],
      [1, 2],
      {},
      { c: 1 },
      { c: { d: 2 } },
    );
    const operation = fc.oneof(
      fc.record({ op: fc.constantFrom('add' as const, 'replace' as const), path: pointer, value }),
      fc.record({ op: fc.constant('remove' as const), path: pointer }),
      fc.record({ op: fc.constant('move' as const), from: pointer, path: pointer }),
    );
    const event = fc.oneof(
      {
        weight: 1,
        arbitrary: value.map((snapshot): HaiEvent => ({ type: 'STATE_SNAPSHOT', snapshot })),
      },
      {
        weight: 5,
        arbitrary: fc
          .array(operation, { minLength: 1, maxLength: 3 })
          .map((list) => delta(...list)),
      },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), pointer, (events, place) => {
        const envelopes = envelopesOf(events);
        const naive: number[] = [];
        let last: string | undefined;
        for (const { sequence } of envelopes) {
          // Folds from the start each time: slow, but certainly correct.
          const { state } = foldThread(emptyThread('t'), envelopes.slice(0, sequence));
          const read = valueIn(state, place.split('/').slice(1));
          const text = read === undefined ? undefined : canonicalJson(read);
          if (text !== last) naive.push(sequence);
          last = text;
        }
        expect(blameOf(envelopes, place).map(({ sequence }) => sequence)).toEqual(naive);
      }),
    );
  });
});

function valueIn(document: unknown, names: readonly string[]): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return document;
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, name)) {
    return undefined;
  }
  return valueIn(Reflect.get(document, name), rest);
}
