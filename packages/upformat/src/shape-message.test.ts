import { shapeFault, shapeStatement } from '@countersign/json/shape-message';
import { expect, it } from 'vitest';
import { z } from 'zod';

const schema = z.strictObject({
  name: z.string().min(1).max(3),
  count: z.int().min(1).max(9),
  state: z.enum(['open', 'closed']),
  kind: z.literal('a'),
  at: z.iso.datetime(),
  list: z.array(z.boolean()).max(1),
  whole: z.looseObject({}),
  code: z.string().regex(/^[a-z]+$/),
  even: z.number().multipleOf(2),
});
const right = {
  ...{ name: 'ab', count: 1, state: 'open', kind: 'a' },
  ...{ at: '2026-01-01T00:00:00Z', list: [true], whole: {}, code: 'a', even: 2 },
};
const codeOf = (change: object) =>
  (schema.safeParse({ ...right, ...change }).error?.issues ?? []).map(
    ({ message }) => shapeStatement(message)?.code,
  );

it('gives each message of a schema as a statement', () => {
  expect(codeOf({})).toEqual([]);
  expect(codeOf({ name: 7 })).toEqual(['shape.string']);
  expect(codeOf({ name: '' })).toEqual(['shape.too-short']);
  expect(codeOf({ name: 'abcd' })).toEqual(['shape.too-long']);
  expect(codeOf({ name: undefined })).toEqual(['shape.missing']);
  expect(codeOf({ count: 'x' })).toEqual(['shape.number']);
  expect(codeOf({ count: 1.5 })).toEqual(['shape.int']);
  expect(codeOf({ count: 0 })).toEqual(['shape.least']);
  expect(codeOf({ count: 10 })).toEqual(['shape.most']);
  expect(codeOf({ state: 'ajar' })).toEqual(['shape.one-of']);
  expect(codeOf({ kind: 'b' })).toEqual(['shape.one-of']);
  expect(codeOf({ at: 'today' })).toEqual(['shape.format']);
  expect(codeOf({ list: {} })).toEqual(['shape.array']);
  expect(codeOf({ list: [1] })).toEqual(['shape.boolean']);
  expect(codeOf({ list: [true, true] })).toEqual(['shape.too-long']);
  expect(codeOf({ whole: [] })).toEqual(['shape.object']);
  expect(codeOf({ code: '7' })).toEqual(['shape.other']);
  expect(codeOf({ even: 3 })).toEqual(['shape.other']);
  expect(codeOf({ more: 1 })).toEqual(['shape.unknown-members']);
  expect(shapeStatement('Invalid option: expected one of "open"|"closed"')?.params).toEqual({
    values: ['"open"', '"closed"'],
  });
});

it('leaves a message of its own as it is', () => {
  expect(shapeStatement('No such state.')).toBeUndefined();
  expect(shapeFault('/a', 'No such state.')).toEqual({ path: '/a', message: 'No such state.' });
  expect(shapeFault('/a', 'Invalid input: expected string, received number')).toMatchObject({
    statement: { code: 'shape.string' },
  });
});
