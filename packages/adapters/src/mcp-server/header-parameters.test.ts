import { expect, it } from 'vitest';
import { headerParameters } from './header-parameters.ts';

const declared = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name });

it('arguments are found where the schema declares them, also in objects', () => {
  const place = {
    type: 'object',
    properties: { zone: declared('Zone'), size: declared('Size', 'integer') },
  };
  const schema = {
    type: 'object',
    properties: { region: declared('Region'), dry: declared('Dry', 'boolean'), place, note: {} },
  };
  const args = { region: 'eu-1', dry: false, place: { zone: 'b', size: 3 }, note: 'x' };
  expect(headerParameters(schema, args)).toEqual([
    { name: 'Region', value: 'eu-1' },
    { name: 'Dry', value: 'false' },
    { name: 'Zone', value: 'b' },
    { name: 'Size', value: '3' },
  ]);
  expect(headerParameters(schema, { place: 'b', region: null })).toEqual([]);
});

it('what is no name of a header, no plain value, named twice, or too much, is left out', () => {
  const properties = {
    ...{ split: declared('A\r\nHost: x'), empty: declared(''), number: declared('N', 'number') },
    ...{ list: declared('L', 'array'), first: declared('Same'), second: declared('same') },
    ...{ long: declared('Long'), unsafe: declared('U', 'integer') },
  };
  const args = {
    ...{ split: 'a', empty: 'a', number: 1.5, list: ['a'], first: 'a', second: 'b' },
    ...{ long: 'x'.repeat(8_001), unsafe: 2 ** 60 },
  };
  expect(headerParameters({ properties }, args)).toEqual([{ name: 'Same', value: 'a' }]);
  const nested = { properties: {} as Record<string, unknown> };
  nested.properties['again'] = nested;
  const deep: Record<string, unknown> = {};
  deep['again'] = deep;
  expect(headerParameters(nested, deep)).toEqual([]);
  expect(headerParameters(null, null)).toEqual([]);
});
