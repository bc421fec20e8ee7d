import { describe, expect, it } from 'vitest';
import { fits, judge } from './judge.ts';
import { casesOf, named, newest, type Row, seventh } from './testing/judge-rows.ts';

const strings = { type: 'string' };
const tree = {
  $ref: '#/$defs/node',
  $defs: {
    node: {
      type: 'object',
      required: ['name'],
      properties: {
        name: strings,
        children: { type: 'array', items: { $ref: '#/$defs/node' } },
      },
    },
  },
};

const anyDraft: Row[] = [
  ['true', true, [1, null, {}], []],
  ['false', false, [], [1, null, {}]],
  ['the empty schema', {}, [1, 'a', null, [], {}], []],
  ['type string', strings, ['', 'a'], [1, null, [], {}, true]],
  ['type number', { type: 'number' }, [1, 1.5, -3], ['1', null]],
  ['type integer', { type: 'integer' }, [1, 1.0, -7, 1e15], [1.5, '1', null]],
  ['type boolean', { type: 'boolean' }, [true, false], [0, 'true', null]],
  ['type null', { type: 'null' }, [null], [0, '', false, {}]],
  ['type array', { type: 'array' }, [[], [1]], [{}, 'a', null]],
  ['type object', { type: 'object' }, [{}, { a: 1 }], [[], null, 'a']],
  ['types', { type: ['string', 'null'] }, ['a', null], [1, []]],
  ['enum', { enum: [1, 'a', null] }, [1, 'a', null], [2, '1', false]],
  [
    'enum of objects',
    { enum: [{ a: 1, b: [2] }] },
    [{ b: [2], a: 1 }],
    [{ a: 1 }, { a: 1, b: [3] }],
  ],
  ['enum: 0 is not false', { enum: [0] }, [0, -0], [false, '0', null]],
  ['const', { const: 'x' }, ['x'], ['y', null]],
  ['const of a list', { const: [1, { a: 2 }] }, [[1, { a: 2 }]], [[1], [{ a: 2 }, 1]]],
  ['const null', { const: null }, [null], [0, '']],
  ['minimum', { minimum: 3 }, [3, 4, '1'], [2.99, -1]],
  ['maximum', { maximum: 3 }, [3, -4, 'zzzz'], [3.01]],
  ['exclusiveMinimum', { exclusiveMinimum: 3 }, [3.1], [3, 2]],
  ['exclusiveMaximum', { exclusiveMaximum: 3 }, [2.9], [3, 4]],
  ['multipleOf', { multipleOf: 0.1 }, [0.3, 1, 4.5, 0], [0.35]],
  ['multipleOf of large figures', { multipleOf: 0.01 }, [4.35, 1e20], [1.005]],
  ['minLength counts code points', { minLength: 2 }, ['ab', '👍👍', 1], ['a', '👍', '']],
  ['maxLength counts code points', { maxLength: 2 }, ['ab', '👍👍'], ['abc', '👍👍👍']],
  ['pattern is a search', { pattern: 'b+' }, ['abc', 'bb', 7], ['ac', '']],
  ['pattern with anchors', { pattern: '^[0-9]{5}$' }, ['04109'], ['0410', '041091', 'a04109']],
  ['pattern in Unicode', { pattern: '^\\p{Lu}' }, ['Éa'], ['éa']],
  ['properties', { properties: { a: strings } }, [{}, { a: 'x' }, { b: 1 }, 7], [{ a: 1 }]],
  ['properties of false', { properties: { a: false } }, [{}], [{ a: 1 }]],
  ['required', { required: ['a', 'b'] }, [{ a: 1, b: 2 }, []], [{ a: 1 }, {}]],
  ['required of inherited names', { required: ['toString'] }, [{ toString: 1 }], [{}]],
  [
    'a property named constructor',
    { properties: { constructor: strings } },
    [{}, { constructor: 'a' }],
    [{ constructor: 1 }],
  ],
  [
    'a property named __proto__',
    JSON.parse('{"required":["__proto__"]}'),
    [JSON.parse('{"__proto__":1}')],
    [{}],
  ],
  [
    'additionalProperties false',
    { properties: { a: {} }, additionalProperties: false },
    [{ a: 1 }, {}],
    [{ b: 1 }],
  ],
  ['additionalProperties of a kind', { additionalProperties: strings }, [{ a: 'x' }], [{ a: 1 }]],
  [
    'additionalProperties does not look into allOf',
    { allOf: [{ properties: { a: {} } }], additionalProperties: false },
    [{}],
    [{ a: 1 }],
  ],
  [
    'patternProperties',
    { patternProperties: { '^x-': { type: 'number' } } },
    [{ 'x-a': 1, y: 'z' }],
    [{ 'x-a': 'z' }],
  ],
  [
    'pattern and additional',
    { patternProperties: { '^x': {} }, additionalProperties: false },
    [{ xa: 1 }],
    [{ a: 1 }],
  ],
  ['propertyNames', { propertyNames: { maxLength: 2 } }, [{ ab: 1 }, {}], [{ abc: 1 }]],
  ['propertyNames false', { propertyNames: false }, [{}], [{ a: 1 }]],
  ['minProperties', { minProperties: 1 }, [{ a: 1 }, []], [{}]],
  ['maxProperties', { maxProperties: 1 }, [{ a: 1 }, {}], [{ a: 1, b: 2 }]],
  ['items', { items: strings }, [[], ['a', 'b'], {}], [['a', 1]]],
  ['items false', { items: false }, [[]], [[1]]],
  ['minItems', { minItems: 1 }, [[1], 'a'], [[]]],
  ['maxItems', { maxItems: 1 }, [[1], []], [[1, 2]]],
  [
    'uniqueItems',
    { uniqueItems: true },
    [[1, 2, '1', [1], { a: 1 }, true]],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  [
    'uniqueItems: 1 is not true',
    { uniqueItems: true },
    [
      [1, true],
      [0, false],
      [null, 0, ''],
    ],
    [[0, -0]],
  ],
  ['contains', { contains: { minimum: 5 } }, [[1, 5], [7]], [[], [1, 2]]],
  ['allOf', { allOf: [{ minimum: 2 }, { maximum: 4 }] }, [3], [1, 5]],
  ['anyOf', { anyOf: [strings, { minimum: 3 }] }, ['a', 3, true], [1]],
  ['oneOf', { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }, [2, 3], [6, 7]],
  ['not', { not: { type: 'integer' } }, ['a', 1.5], [1]],
  ['not not', { not: { not: strings } }, ['a'], [1]],
  ['if then', { if: { minimum: 10 }, then: { multipleOf: 10 } }, [20, 9], [11]],
  ['if else', { if: strings, else: { type: 'null' } }, ['a', null], [1]],
  ['then without if', { then: false }, [1], []],
  ['if without then', { if: { const: 1 } }, [1, 2], []],
  [
    'if within allOf',
    { allOf: [{ if: { required: ['a'] }, then: { required: ['b'] } }] },
    [{}, { a: 1, b: 1 }],
    [{ a: 1 }],
  ],
  [
    'dependencies of names',
    { dependencies: { a: ['b'] } },
    [{}, { b: 1 }, { a: 1, b: 1 }],
    [{ a: 1 }],
  ],
  [
    'dependencies of a schema',
    { dependencies: { a: { required: ['c'] } } },
    [{ a: 1, c: 1 }],
    [{ a: 1 }],
  ],
  [
    '$ref to the root',
    { properties: { a: { $ref: '#' } }, additionalProperties: false },
    [{ a: { a: {} } }],
    [{ a: { b: {} } }],
  ],
  [
    '$ref through definitions',
    { definitions: { a: strings }, items: { $ref: '#/definitions/a' } },
    [['x']],
    [[1]],
  ],
  [
    '$ref with escapes',
    { $defs: { 'a/b~c%': strings }, items: { $ref: '#/$defs/a~1b~0c%25' } },
    [['x']],
    [[1]],
  ],
  [
    '$ref into properties',
    { properties: { a: strings, b: { $ref: '#/properties/a' } } },
    [{ b: 'x' }],
    [{ b: 1 }],
  ],
  [
    '$ref through $ref',
    { $defs: { a: { $ref: '#/$defs/b' }, b: strings }, $ref: '#/$defs/a' },
    ['x'],
    [1],
  ],
  [
    '$ref into an item of a list',
    { prefixItems: [strings, { $ref: '#/prefixItems/0' }] },
    [['a', 'b']],
    [['a', 1]],
  ],
  [
    'a recursive schema',
    tree,
    [{ name: 'a', children: [{ name: 'b' }] }],
    [
      { name: 'a', children: [{}] },
      { name: 'a', children: [{ name: 'b', children: [{ name: 1 }] }] },
    ],
  ],
  ['unknown keywords', { 'x-ui': { widget: 'a' }, type: 'string' }, ['a'], [1]],
  ['an unknown format', { format: 'iban' }, ['anything', 4], []],
  ['default is no rule', { default: 5, type: 'string' }, ['a'], [5]],
  ['a $ref in an enum is a value', { enum: [{ $ref: '#/x' }] }, [{ $ref: '#/x' }], [{}]],
];

// Keywords next to a reference are ignored in draft 7: such rows are tested separately.
const withoutRootRef = anyDraft.filter(
  ([name]) => !/prefixItems|through \$ref|recursive/.test(name) && !name.includes('item of a list'),
);

describe.each([
  ['no draft named', anyDraft],
  ['2020-12', named(anyDraft, newest)],
  ['draft 7', named(withoutRootRef, seventh)],
])('judge: %s', (_draft, rows) => {
  it.each(casesOf(rows))('%s: %s is %s', (_name, _text, expected, schema, value) => {
    const { faults, unchecked } = judge(schema, value);
    expect([...unchecked]).toEqual([]);
    expect(faults.length === 0).toBe(expected);
    expect(fits(schema, value)).toBe(expected);
  });
});

describe('judge: invalid keywords are ignored', () => {
  it.each<[string, unknown, unknown]>([
    ['a type that is a number', { type: 42 }, 'a'],
    ['a type that is unknown', { type: 'text' }, 'a'],
    ['an enum that is an object', { enum: {} }, 'a'],
    ['required that is a text', { required: 'abc' }, {}],
    ['required of figures', { required: [1] }, {}],
    ['properties that are null', { properties: null }, {}],
    ['a property that is a figure', { properties: { a: 7 } }, { a: 1 }],
    ['a bound that is a text', { minimum: '3' }, 1],
    ['a step of zero', { multipleOf: 0 }, 1],
    ['a pattern that is broken', { pattern: '(' }, 'a'],
    ['allOf of figures', { allOf: [1, null] }, 1],
    ['anyOf that is a text', { anyOf: 'x' }, 1],
    ['an empty anyOf', { anyOf: [] }, 1],
    ['a remote $ref', { $ref: 'https://elsewhere.example/x' }, 1],
    ['a $ref to nowhere', { $ref: '#/$defs/none' }, 1],
    ['a $ref that is a figure', { $ref: 5 }, 1],
    ['a $id that is broken', { $id: '::::', $schema: 3 }, 1],
    ['a schema that is a figure', 42, 1],
    ['a schema that is null', null, 1],
  ])('%s', (_name, schema, value) => {
    expect(judge(schema, value).faults).toEqual([]);
  });

  it('checks keywords next to a remote reference, and reports what it left out', () => {
    const { faults, unchecked } = judge(
      { properties: { a: { $ref: 'https://elsewhere.example/x' }, b: { type: 'string' } } },
      { a: 1, b: 2 },
    );
    expect(faults.map((fault) => fault.path)).toEqual([['b']]);
    expect([...unchecked]).toEqual(['reference']);
  });
});
