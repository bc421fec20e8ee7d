import { describe, expect, it } from 'vitest';
import { judge } from './judge.ts';

const deep = (levels: number, wrap: (inner: unknown) => unknown, core: unknown) => {
  let made = core;
  for (let level = 0; level < levels; level += 1) made = wrap(made);
  return made;
};
const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);
const wide = (count: number, item: unknown) =>
  Object.fromEntries(many(count, item).map((value, index) => [`p${index}`, value]));

const itself = { $ref: '#' };
const deepObject = deep(10_000, (a) => ({ a }), 1);
const deepList = deep(10_000, (a) => [a], 1);

/** Schemas and values that make a naive validator run for ever, overflow the stack or use up memory. */
const hostile: [string, unknown, unknown][] = [
  [
    'ten thousand levels of properties',
    deep(10_000, (a) => ({ properties: { a } }), { type: 'string' }),
    deepObject,
  ],
  [
    'ten thousand levels of items',
    deep(10_000, (items) => ({ items }), { type: 'string' }),
    deepList,
  ],
  ['ten thousand levels of allOf', deep(10_000, (a) => ({ allOf: [a] }), { type: 'string' }), 1],
  ['ten thousand levels of not', deep(10_000, (not) => ({ not }), {}), 1],
  ['a deep value under a recursive schema', { properties: { a: itself } }, deepObject],
  ['a deep value to compare', { const: deepObject }, deep(10_000, (a) => ({ a }), 1)],
  ['a deep value in a list of different ones', { uniqueItems: true }, [deepObject, deepObject]],
  ['a reference to itself', itself, { a: 1 }],
  [
    'a circle of references',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    1,
  ],
  ['all of itself', { allOf: many(20, itself) }, 1],
  ['any of itself', { anyOf: many(20, itself) }, 1],
  ['not itself', { not: itself }, 1],
  ['if itself', { if: itself, then: itself, else: itself }, 1],
  [
    'branches that double at each level',
    { anyOf: many(2, { properties: { a: itself }, required: ['b'] }) },
    deep(60, (a) => ({ a }), {}),
  ],
  [
    'branches that double in one place',
    deep(60, (a) => ({ oneOf: [a, a] }), { type: 'string' }),
    1,
  ],
  [
    'a hundred thousand properties',
    { properties: wide(100_000, { type: 'string' }) },
    wide(1_000, 1),
  ],
  ['a hundred thousand members', { additionalProperties: { type: 'string' } }, wide(100_000, 1)],
  ['a hundred thousand names to require', { required: Object.keys(wide(100_000, 1)) }, {}],
  ['fifty thousand options, often', { items: { enum: many(50_000, 'x') } }, many(20_000, 'y')],
  [
    'fifty thousand different items',
    { uniqueItems: true },
    Array.from({ length: 50_000 }, (_, n) => [n]),
  ],
  [
    'a thousand patterns over a thousand names',
    { patternProperties: Object.fromEntries(many(1_000, {}).map((_, n) => [`^(a+)+${n}$`, {}])) },
    wide(1_000, 1),
  ],
  ['a pattern that goes back', { pattern: '^(a+)+$' }, `${'a'.repeat(100_000)}!`],
  [
    'a megabyte of text',
    { minLength: 5_000_000, format: 'email', pattern: '^x*$' },
    'x'.repeat(1_000_000),
  ],
  [
    'contains in contains',
    deep(12, (contains) => ({ contains }), { const: 1 }),
    deep(6, (item) => many(6, item), 2),
  ],
  [
    'a name that is a prototype',
    JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}'),
    JSON.parse('{"__proto__":1,"constructor":1}'),
  ],
];

describe('the check of a hostile schema ends', () => {
  it.each(hostile)('%s', (_name, schema, value) => {
    const { faults } = judge(schema, value);
    expect(faults.length).toBeLessThanOrEqual(200);
  });

  it('says when it stopped, and keeps the faults found until then', () => {
    const { faults, unchecked } = judge(
      {
        properties: {
          first: { type: 'string' },
          rest: deep(60, (a) => ({ oneOf: [a, a] }), false),
        },
      },
      { first: 1, rest: 1 },
    );
    expect(unchecked.has('too-much')).toBe(true);
    expect(faults.map(({ path }) => path)).toEqual([['first']]);
  });

  it('does not modify prototypes', () => {
    judge(
      JSON.parse('{"properties":{"__proto__":{"const":{"polluted":1}}}}'),
      JSON.parse('{"__proto__":{"x":1}}'),
    );
    expect(Object.getOwnPropertyNames({})).toEqual([]);
  });
});
