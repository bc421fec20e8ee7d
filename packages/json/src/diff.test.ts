import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffWords } from './diff/diff-words.ts';
import { diffValues } from './diff.ts';
import { applyPatch } from './patch.ts';

const name = fc.constantFrom('a', 'b', 'id', 'key', '', '~', '/', '0');
/** JSON with lists whose items have ids, and lists whose items have none. */
const json = fc
  .letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y'), fc.constant(null)),
      fc.array(tie('node'), { maxLength: 5 }),
      fc.dictionary(name, tie('node'), { maxKeys: 4, noNullPrototype: true }),
      fc.uniqueArray(fc.record({ id: fc.constantFrom('p', 'q', 'r', 's', 't'), n: tie('node') }), {
        selector: (item) => item.id,
        maxLength: 5,
      }),
    ),
  }))
  .node.map((value): unknown => JSON.parse(JSON.stringify(value)));

describe('diffValues', () => {
  it('gives steps that lead to the value, and none for equal values', () => {
    fc.assert(
      fc.property(json, json, (base, value) => {
        const steps = diffValues(base, value);
        const { document, failed } = applyPatch(base, steps);
        expect(failed).toEqual([]);
        expect(document).toEqual(value);
        expect(diffValues(value, structuredClone(value))).toEqual([]);
      }),
      { numRuns: runs(2_000) },
    );
  });

  const rows = [
    { id: 'a', n: 1 },
    { id: 'b', n: 2 },
    { id: 'c', n: 3 },
  ];
  const [a, b, c] = rows;
  it.each<[string, unknown, unknown, unknown[]]>([
    [
      'a member, deep',
      { x: { y: 1, z: 1 } },
      { x: { y: 2, z: 1 } },
      [{ op: 'replace', path: '/x/y', value: 2 }],
    ],
    [
      'members that came and left',
      { a: 1, 'b/c': 2 },
      { a: 1, '~': 3 },
      [
        { op: 'remove', path: '/b~1c' },
        { op: 'add', path: '/~0', value: 3 },
      ],
    ],
    ['an item that left, by its id', rows, [a, c], [{ op: 'remove', path: '/1' }]],
    ['one that moved', rows, [c, a, b], [{ op: 'move', path: '/0', from: '/2' }]],
    ['one that came', [a, c], rows, [{ op: 'add', path: '/1', value: b }]],
    [
      'one that changed and moved',
      rows,
      [b, { id: 'a', n: 9 }, c],
      [
        { op: 'move', path: '/1', from: '/0' },
        { op: 'replace', path: '/1/n', value: 9 },
      ],
    ],
    [
      'an edit in a list without ids',
      [
        { v: 1, w: 1 },
        { v: 2, w: 2 },
      ],
      [{ v: 2, w: 3 }],
      [
        { op: 'remove', path: '/0' },
        { op: 'replace', path: '/0/w', value: 3 },
      ],
    ],
    ['a word in a list', ['x', 'y'], ['x', 'z', 'y'], [{ op: 'add', path: '/1', value: 'z' }]],
    ['another kind of value', { a: [] }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
    ['the whole', 1, { a: 1 }, [{ op: 'replace', path: '', value: { a: 1 } }]],
  ])('tells %s', (_name, base, value, steps) => {
    expect(diffValues(base, value)).toEqual(steps);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('goes through no %s', (unsafe) => {
    const value: unknown = JSON.parse(`{"a":{"${unsafe}":{"polluted":1}}}`);
    const steps = diffValues({ a: {} }, value);
    expect(steps.map(({ path }) => path)).toEqual(['/a']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('is bounded on long lists that differ in every item', () => {
    const list = (offset: number) => Array.from({ length: 3_000 }, (_, index) => index + offset);
    const steps = diffValues(list(0), list(100_000));
    expect(steps).toHaveLength(3_000);
  });
});

describe('diffWords', () => {
  it('makes up both texts', () => {
    const text = fc.array(fc.constantFrom('the', 'top', 'two', ' ', '  ', '\n', ',', '漢', '字'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const runs = diffWords(before.join(''), after.join(''));
        const without = (kind: string) =>
          runs
            .filter((run) => run.kind !== kind)
            .map((run) => run.text)
            .join('');
        expect(without('added')).toBe(before.join(''));
        expect(without('removed')).toBe(after.join(''));
        expect(runs.every((run) => run.text !== '')).toBe(true);
      }),
    );
  });

  it('joins words that were replaced together', () => {
    expect(diffWords('invite the top two by Friday.', 'invite Ines Vogel by Friday.')).toEqual([
      { kind: 'same', text: 'invite ' },
      { kind: 'removed', text: 'the top two' },
      { kind: 'added', text: 'Ines Vogel' },
      { kind: 'same', text: ' by Friday.' },
    ]);
  });
});
