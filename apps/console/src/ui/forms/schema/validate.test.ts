import { jsonEqual } from '@countersign/json/json-equal';
import { valueAt } from '@countersign/json/json-pointer';
import { describe, expect, it } from 'vitest';
import { setAt } from '../pointer.ts';
import { initialValue } from './initial-value.ts';
import { inspectSchema } from './inspect-schema.ts';
import { labelOf } from './label-of.ts';
import { validateValue } from './validate.ts';

const faults = (schema: unknown, value: unknown) =>
  validateValue(schema, value).map((fault) => `${fault.path} ${fault.message}`);

describe('validateValue', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['a required member', { type: 'object', required: ['city'] }, {}, ['/city Is required']],
    [
      'a nested required member',
      { properties: { at: { required: ['city'] } } },
      { at: {} },
      ['/at/city Is required'],
    ],
    [
      'a minimum',
      { properties: { max: { type: 'number', minimum: 85 } } },
      { max: 8 },
      ['/max At least 85'],
    ],
    [
      'a maximum through $ref',
      { $defs: { r: { maximum: 9 } }, properties: { a: { $ref: '#/$defs/r' } } },
      { a: 10 },
      ['/a At most 9'],
    ],
    [
      'a type',
      { properties: { n: { type: 'integer' } } },
      { n: 'x' },
      ['/n Must be a whole number'],
    ],
    [
      'a digit pattern in words',
      { properties: { p: { pattern: '^[0-9]{5}$' } } },
      { p: '0410' },
      ['/p 5 digits'],
    ],
    [
      'another pattern without the expression',
      { properties: { p: { pattern: '^ab' } } },
      { p: 'x' },
      ['/p Not in the required format'],
    ],
    [
      'a pattern by the example of the field',
      {
        properties: {
          p: {
            pattern: '^[A-Z]{3}-',
            title: 'Cell',
            description: 'As on site.',
            examples: ['NTO-0437-2'],
          },
        },
      },
      { p: 'x' },
      ['/p Not in the required format, such as NTO-0437-2'],
    ],
    [
      'a pattern by the description of the field, else by its title',
      {
        properties: {
          p: { pattern: '^[A-Z]{3}-', title: 'Cell', description: 'Site, number, sector' },
          q: { pattern: '^[A-Z]{3}-', title: 'cell name' },
        },
      },
      { p: 'x', q: 'x' },
      ['/p Not as required: Site, number, sector', '/q Not a valid cell name'],
    ],
    [
      'a date',
      { properties: { d: { type: 'string', format: 'date' } } },
      { d: '7.12.' },
      ['/d Not a date, use YYYY-MM-DD'],
    ],
    [
      'an e-mail',
      { properties: { m: { type: 'string', format: 'email' } } },
      { m: 'x' },
      ['/m Not an e-mail address'],
    ],
    [
      'an option',
      { properties: { c: { enum: ['a', 'b'] } } },
      { c: 'z' },
      ['/c Must be one of a, b'],
    ],
    [
      'an empty text',
      { properties: { t: { type: 'string', minLength: 1 } } },
      { t: '' },
      ['/t Cannot be empty'],
    ],
    [
      'too few entries',
      { properties: { l: { type: 'array', minItems: 2 } } },
      { l: [1] },
      ['/l At least 2 entries, this has 1'],
    ],
    [
      'an entry twice',
      { properties: { l: { type: 'array', uniqueItems: true } } },
      { l: [1, 1] },
      ['/l No duplicates: 1 and 2 are the same'],
    ],
    [
      'an item of a list',
      { properties: { l: { items: { properties: { y: { maximum: 3 } } } } } },
      { l: [{ y: 1 }, { y: 9 }] },
      ['/l/1/y At most 3'],
    ],
    [
      'a key with a slash',
      { properties: { 'a/b': { type: 'string' } } },
      { 'a/b': 1 },
      ['/a~1b Must be text'],
    ],
    [
      'only the nearest branch of a union',
      { properties: { u: { oneOf: [{ required: ['a', 'b', 'c'] }, { required: ['d'] }] } } },
      { u: {} },
      ['/u/d Is required'],
    ],
    [
      'if and then',
      { if: { properties: { k: { const: 1 } } }, then: { required: ['x'] } },
      { k: 1 },
      ['/x Is required'],
    ],
    [
      'prefixItems',
      { properties: { t: { prefixItems: [{ type: 'string' }], items: false } } },
      { t: ['a'] },
      [],
    ],
    [
      'a draft-07 schema',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        properties: { a: { exclusiveMinimum: 1 } },
      },
      { a: 1 },
      ['/a More than 1'],
    ],
    [
      'an unknown keyword is tolerated',
      { 'x-ui': { any: true }, properties: { a: { type: 'string' } } },
      { a: 'x' },
      [],
    ],
    [
      'a broken $ref gives no fault here: the server checks',
      { properties: { a: { $ref: 'https://elsewhere/x' } } },
      { a: 1 },
      [],
    ],
    ['what is no schema gives no fault', 42, {}, []],
  ])('%s', (_name, schema, value, expected) => {
    expect(faults(schema, value)).toEqual(expected);
  });

  it('checks a pattern that would take a backtracking engine for ever', () => {
    const schema = { properties: { a: { pattern: '^(a+)+$' } } };
    expect(faults(schema, { a: `${'a'.repeat(60)}!` })).toEqual(['/a Not in the required format']);
  });
});

describe('inspectSchema', () => {
  const nest = (depth: number): unknown =>
    depth === 0 ? { type: 'string' } : { properties: { a: nest(depth - 1) } };
  const wide = {
    properties: Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`f${String(n)}`, {}])),
  };

  it.each<[string, unknown, string]>([
    ['a plain schema', nest(5), 'ok'],
    ['one nested too deep', nest(65), 'too-deep'],
    ['one with too many fields', wide, 'too-many'],
    [
      'one that refers to itself is unfolded on demand',
      { $defs: { n: { properties: { next: { $ref: '#/$defs/n' } } } }, $ref: '#/$defs/n' },
      'ok',
    ],
    ['a text', 'x', 'not-a-schema'],
  ])('%s', (_name, schema, expected) => {
    const result = inspectSchema(schema);
    expect(result.ok ? 'ok' : result.reason).toBe(expected);
  });
});

describe('initialValue', () => {
  it('keeps the proposal and adds defaults, fixed values and required groups only', () => {
    const schema = {
      required: ['at', 'kind'],
      properties: {
        at: {
          type: 'object',
          required: ['zip'],
          properties: { city: { default: 'Bonn' }, zip: {} },
        },
        kind: { const: 'x' },
        note: { type: 'string' },
        extra: { type: 'object', properties: { a: { type: 'string' } } },
      },
    };
    expect(initialValue(schema, { other: 1 })).toEqual({
      other: 1,
      at: { city: 'Bonn' },
      kind: 'x',
    });
  });
});

describe('pointers', () => {
  it('writes without mutation, removes keys, and never touches a prototype', () => {
    const before = { a: { b: [1, 2] } };
    expect(setAt(before, ['a', 'b', '1'], 3)).toEqual({ a: { b: [1, 3] } });
    expect(setAt(before, ['a', 'b'], undefined)).toEqual({ a: {} });
    expect(setAt(before, ['__proto__', 'x'], 1)).toBe(before);
    expect(before).toEqual({ a: { b: [1, 2] } });
    expect(valueAt(before, ['toString'])).toBeUndefined();
    expect(jsonEqual({ a: 1, b: [1] }, { b: [1], a: 1 })).toBe(true);
  });

  it('names a field by its title and place', () => {
    const schema = { properties: { skills: { items: { properties: { yearsOfUse: {} } } } } };
    expect(labelOf(schema, '/skills/1/yearsOfUse')).toBe('Years of use');
    expect(labelOf(schema, '/skills/1')).toBe('Skills 2');
  });
});
