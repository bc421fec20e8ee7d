import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { jsonEqual } from './json-equal.ts';

/** A value that contains itself after the given number of levels. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

describe('equality of JSON values', () => {
  it('agrees with their canonical texts', () => {
    const json = fc
      .jsonValue({ maxDepth: 3, noUnicodeString: true })
      .map((value): unknown => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(jsonEqual(left, right)).toBe(canonicalJson(left) === canonicalJson(right));
        expect(jsonEqual(left, JSON.parse(canonicalJson(left)))).toBe(true);
      }),
    );
  });

  it('ignores the order of members and undefined members', () => {
    expect(jsonEqual({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
    expect(jsonEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(jsonEqual({ a: 1, b: undefined }, { a: 1, c: 2 })).toBe(false);
  });

  it('distinguishes lists from objects, null from undefined, strings from numbers', () => {
    const kinds = [[], {}, null, undefined, 0, '', '0', false, [0], { 0: 0 }];
    for (const [at, left] of kinds.entries()) {
      for (const [other, right] of kinds.entries())
        expect(jsonEqual(left, right)).toBe(at === other);
    }
  });

  it('reads own members only, also of hostile names', () => {
    expect(jsonEqual(JSON.parse('{"__proto__":{"a":1}}'), {})).toBe(false);
    expect(jsonEqual(JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'))).toBe(true);
    expect(jsonEqual({ toString: 1 }, { valueOf: 1 })).toBe(false);
  });

  it('compares texts that canonical JSON has no form for', () => {
    expect(jsonEqual({ a: '\ud800' }, { a: '\ud800' })).toBe(true);
  });

  it('does not fail on extremely deep nesting', () => {
    expect(jsonEqual(nested(900), nested(900))).toBe(true);
    expect(jsonEqual(nested(100_000), nested(100_000))).toBe(false);
  });
});
