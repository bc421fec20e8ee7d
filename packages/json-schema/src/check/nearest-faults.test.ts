import { describe, expect, it } from 'vitest';
import { judge } from '../judge.ts';
import { nearestFaults } from './nearest-faults.ts';

const reported = (schema: unknown, value: unknown) =>
  nearestFaults(judge(schema, value).faults).map(
    ({ path, keyword }) => `/${path.join('/')} ${keyword}`,
  );

const card = {
  properties: { kind: { const: 'card' }, number: { type: 'string' } },
  required: ['kind', 'number'],
};
const bank = {
  properties: { kind: { const: 'bank' }, iban: { type: 'string' }, bic: { type: 'string' } },
  required: ['kind', 'iban', 'bic'],
};

describe('nearestFaults', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['a missing member is told at its place', { required: ['a'] }, {}, ['/a required']],
    [
      'the branch that was meant speaks',
      { oneOf: [card, bank] },
      { kind: 'bank', iban: 'x' },
      ['/bic required'],
    ],
    [
      'even when another has fewer faults',
      { oneOf: [card, bank] },
      { kind: 'bank' },
      ['/iban required', '/bic required'],
    ],
    [
      'a slip in a member does not change what was meant',
      { oneOf: [card, bank] },
      { kind: 'card', number: 4 },
      ['/number type'],
    ],
    ['a union that nothing was meant for speaks itself', { oneOf: [card, bank] }, 7, ['/ oneOf']],
    [
      'a union of other types speaks itself',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      7,
      ['/ anyOf'],
    ],
    [
      'one of several members, none of them nearer',
      { anyOf: [{ required: ['mail'] }, { required: ['phone'] }] },
      {},
      ['/ anyOf'],
    ],
    ['two branches at once', { oneOf: [{}, true] }, 1, ['/ oneOf']],
    ['of two faults at a place the first', { type: 'string', enum: ['a'] }, 1, ['/ type']],
    [
      'a union in a union',
      {
        anyOf: [
          { type: 'string' },
          { oneOf: [{ type: 'object', required: ['x'] }, { type: 'array' }] },
        ],
      },
      {},
      ['/x required'],
    ],
    [
      'a name that is refused',
      { propertyNames: { maxLength: 1 } },
      { ab: 1 },
      ['/ab propertyNames'],
    ],
    [
      'what nobody asked for',
      { additionalProperties: false },
      { a: 1 },
      ['/a additionalProperties'],
    ],
    [
      'what no branch looked at',
      { anyOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { b: 1 },
      ['/b additionalProperties'],
    ],
  ])('%s', (_name, schema, value, expected) => {
    expect(reported(schema, value)).toEqual(expected);
  });
});
