import { applyPatch } from '@countersign/json/patch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateDifference } from './state-difference.ts';

const parsed = (text: string): unknown => JSON.parse(text);
const led = (before: unknown, after: unknown) => applyPatch(before, stateDifference(before, after));

describe('the difference of two states', () => {
  it('transforms the one into the other, for any content', () => {
    const name = fc.constantFrom('a', 'b', '', '~', '/', '0', '__proto__', 'constructor');
    const json = fc
      .letrec<{ node: unknown }>((tie) => ({
        node: fc.oneof(
          { maxDepth: 4, withCrossShrink: true },
          fc.constantFrom(0, 1, 'x', null, true, '\ufdd012345678901234567890'),
          fc.array(tie('node'), { maxLength: 4 }),
          fc
            .array(fc.tuple(name, tie('node')), { maxLength: 4 })
            .map((entries) => Object.fromEntries(entries)),
        ),
      }))
      .node.map((value) => parsed(JSON.stringify(value)));
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(led(before, after)).toEqual({ document: after, failed: [] });
        expect(stateDifference(after, structuredClone(after))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('distinguishes a list from an object with the same entries', () => {
    expect(stateDifference(['x'], { 0: 'x' })).toEqual([
      { op: 'replace', path: '', value: { 0: 'x' } },
    ]);
    expect(stateDifference({ a: ['x'] }, { a: { 0: 'x' } })).toEqual([
      { op: 'replace', path: '/a', value: { 0: 'x' } },
    ]);
  });

  it('keeps every digit of an exact number', () => {
    const before = { total: '\ufdd012345678901234567890' };
    const after = { total: '\ufdd012345678901234567891' };
    expect(stateDifference(before, after)).toEqual([
      { op: 'replace', path: '/total', value: '\ufdd012345678901234567891' },
    ]);
  });

  it('replaces an object as a whole if a path must not contain the name of its changed member', () => {
    const before = parsed('{"a":{"__proto__":{"x":1}},"b":1}');
    const after = parsed('{"a":{"__proto__":{"x":2}},"b":2}');
    expect(stateDifference(before, after).map(({ op, path }) => [op, path])).toEqual([
      ['replace', '/a'],
      ['replace', '/b'],
    ]);
  });
});
