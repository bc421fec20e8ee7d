import { describe, expect, it } from 'vitest';
import { fits, judge } from './judge.ts';
import { casesOf, named, newest, type Row, seventh } from './testing/judge-rows.ts';

const strings = { type: 'string' };

const draft2020: Row[] = [
  [
    'prefixItems',
    { prefixItems: [strings, { type: 'number' }] },
    [[], ['a'], ['a', 1, null]],
    [[1], ['a', 'b']],
  ],
  [
    'prefixItems closed by items',
    { prefixItems: [strings], items: false },
    [['a'], []],
    [['a', 1]],
  ],
  [
    'items after prefixItems',
    { prefixItems: [strings], items: { type: 'number' } },
    [['a', 1, 2]],
    [['a', 1, 'b']],
  ],
  [
    'minContains',
    { contains: { const: 1 }, minContains: 2 },
    [
      [1, 1],
      [1, 2, 1],
    ],
    [[1], []],
  ],
  ['minContains 0', { contains: { const: 1 }, minContains: 0 }, [[], [2]], []],
  ['maxContains', { contains: { const: 1 }, maxContains: 1 }, [[1, 2]], [[1, 1], []]],
  ['minContains without contains', { minContains: 2 }, [[]], []],
  [
    'dependentRequired',
    { dependentRequired: { a: ['b', 'c'] } },
    [{}, { a: 1, b: 1, c: 1 }],
    [{ a: 1, b: 1 }],
  ],
  [
    'dependentSchemas',
    { dependentSchemas: { a: { properties: { b: strings } } } },
    [{ b: 1 }, { a: 1, b: 'x' }],
    [{ a: 1, b: 1 }],
  ],
  [
    'beside $ref the rest counts',
    { $ref: '#/$defs/a', maxLength: 2, $defs: { a: strings } },
    ['ab'],
    ['abc', 1],
  ],
  [
    '$anchor',
    { $defs: { a: { $anchor: 'here', type: 'string' } }, items: { $ref: '#here' } },
    [['a']],
    [[1]],
  ],
  [
    '$id of a part',
    {
      $id: 'https://example.org/root',
      $defs: { a: { $id: 'part', $defs: { b: strings }, items: { $ref: '#/$defs/b' } } },
      $ref: 'part',
    },
    [['a']],
    [[1]],
  ],
  [
    '$id: relative, absolute',
    {
      $id: 'https://example.org/a/root',
      $defs: { x: { $id: '../b/x', type: 'string' } },
      items: { $ref: 'https://example.org/b/x' },
    },
    [['a']],
    [[1]],
  ],
  [
    '$ref to its own $id',
    {
      $id: 'https://example.org/s',
      properties: { a: { $ref: 'https://example.org/s#/$defs/t' } },
      $defs: { t: strings },
    },
    [{ a: 'x' }],
    [{ a: 1 }],
  ],
  [
    'unevaluatedProperties',
    { properties: { a: {} }, unevaluatedProperties: false },
    [{ a: 1 }, {}],
    [{ b: 1 }],
  ],
  ['unevaluatedProperties of a kind', { unevaluatedProperties: strings }, [{ a: 'x' }], [{ a: 1 }]],
  [
    'unevaluatedProperties sees allOf',
    { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    [{ a: 1 }],
    [{ a: 1, b: 1 }],
  ],
  [
    'unevaluatedProperties sees the anyOf that fits',
    {
      anyOf: [
        { properties: { a: { const: 1 } }, required: ['a'] },
        { properties: { b: {} }, required: ['b'] },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { b: 1 }, { a: 1, b: 2 }],
    [{ a: 2, b: 1 }],
  ],
  [
    'unevaluatedProperties sees oneOf',
    {
      oneOf: [
        { properties: { a: {} }, required: ['a'] },
        { properties: { b: {} }, required: ['b'] },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { b: 1 }],
    [{ a: 1, c: 1 }],
  ],
  [
    'unevaluatedProperties sees if and then',
    {
      if: { properties: { a: { const: 1 } }, required: ['a'] },
      then: { properties: { b: {} } },
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 2 }],
    [{ a: 2 }, { b: 2 }],
  ],
  [
    'unevaluatedProperties sees $ref',
    { $ref: '#/$defs/x', $defs: { x: { properties: { a: {} } } }, unevaluatedProperties: false },
    [{ a: 1 }],
    [{ b: 1 }],
  ],
  [
    'unevaluatedProperties sees dependentSchemas',
    {
      properties: { a: {} },
      dependentSchemas: { a: { properties: { b: {} } } },
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 1 }],
    [{ b: 1 }],
  ],
  [
    'unevaluatedProperties sees additionalProperties',
    { additionalProperties: true, unevaluatedProperties: false },
    [{ x: 1 }],
    [],
  ],
  [
    'unevaluatedProperties does not see not',
    { not: { not: { properties: { a: {} } } }, unevaluatedProperties: false },
    [{}],
    [{ a: 1 }],
  ],
  [
    'unevaluatedProperties does not see cousins',
    { allOf: [{ properties: { a: {} } }, { unevaluatedProperties: false }] },
    [{}],
    [{ a: 1 }],
  ],
  [
    'unevaluatedProperties of a part below',
    { properties: { x: { properties: { a: {} }, unevaluatedProperties: false } } },
    [{ x: { a: 1 }, y: 1 }],
    [{ x: { b: 1 } }],
  ],
  ['unevaluatedItems', { prefixItems: [{}], unevaluatedItems: false }, [[1], []], [[1, 2]]],
  ['unevaluatedItems sees items', { items: strings, unevaluatedItems: false }, [['a', 'b']], [[1]]],
  [
    'unevaluatedItems sees allOf',
    { allOf: [{ prefixItems: [{}, {}] }], unevaluatedItems: false },
    [[1, 2]],
    [[1, 2, 3]],
  ],
  [
    'unevaluatedItems sees contains',
    { contains: strings, unevaluatedItems: false },
    [['a', 'b']],
    [['a', 1]],
  ],
  [
    'unevaluatedItems of a kind',
    { prefixItems: [{}], unevaluatedItems: strings },
    [[1, 'a']],
    [[1, 2]],
  ],
  [
    '$dynamicRef as a plain anchor',
    { $defs: { a: { $dynamicAnchor: 'n', type: 'string' } }, items: { $dynamicRef: '#n' } },
    [['a']],
    [[1]],
  ],
  [
    '$dynamicRef finds the outermost anchor',
    {
      $id: 'https://example.org/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          properties: { data: true, kids: { items: { $dynamicRef: '#node' } } },
        },
      },
    },
    [{ kids: [{ data: 1 }] }],
    [{ kids: [{ daat: 1 }] }],
  ],
];

const draft07: Row[] = [
  [
    'beside $ref nothing counts',
    { properties: { a: { $ref: '#/definitions/s', maxLength: 1 } }, definitions: { s: strings } },
    [{ a: 'long' }],
    [{ a: 1 }],
  ],
  ['a tuple', { items: [strings, { type: 'number' }] }, [['a', 1, null], []], [[1]]],
  ['additionalItems false', { items: [strings], additionalItems: false }, [['a']], [['a', 1]]],
  ['additionalItems of a kind', { items: [{}], additionalItems: strings }, [[1, 'a']], [[1, 2]]],
  ['additionalItems without a tuple', { items: {}, additionalItems: false }, [[1, 2]], []],
  [
    '$id as an anchor',
    { definitions: { a: { $id: '#here', type: 'string' } }, items: { $ref: '#here' } },
    [['a']],
    [[1]],
  ],
  ['exclusive bounds are numbers', { exclusiveMinimum: 1, minimum: 0 }, [2], [1]],
];

const draft04: Row[] = [
  ['exclusive bounds are flags', { minimum: 1, exclusiveMinimum: true }, [2], [1, 0]],
  ['a flag that is off', { maximum: 1, exclusiveMaximum: false }, [1], [2]],
  [
    'id as an anchor',
    { definitions: { a: { id: '#x', type: 'string' } }, items: { $ref: '#x' } },
    [['a']],
    [[1]],
  ],
];

const draft2019: Row[] = [
  [
    '$recursiveRef finds the outermost root',
    {
      $id: 'https://example.org/strict',
      $recursiveAnchor: true,
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $recursiveAnchor: true,
          properties: { data: true, kids: { items: { $recursiveRef: '#' } } },
        },
      },
    },
    [{ kids: [{ data: 1 }] }],
    [{ kids: [{ daat: 1 }] }],
  ],
  ['contains looks at nothing', { contains: strings, unevaluatedItems: false }, [], [['a']]],
];

describe.each([
  ['2020-12', [...named(draft2020, newest), ...draft2020]],
  ['2019-09', named(draft2019, 'https://json-schema.org/draft/2019-09/schema')],
  ['draft 7', named(draft07, seventh)],
  ['draft 4', named(draft04, 'http://json-schema.org/draft-04/schema#')],
])('judge, what only some drafts have: %s', (_draft, rows) => {
  it.each(casesOf(rows))('%s: %s is %s', (_name, _text, expected, schema, value) => {
    const { faults, unchecked } = judge(schema, value);
    expect([...unchecked]).toEqual([]);
    expect(faults.length === 0).toBe(expected);
    expect(fits(schema, value)).toBe(expected);
  });
});
