import { upFormatOrigin } from '@countersign/api/origin';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { expect, it } from 'vitest';
import { judgeFeedback } from './feedback-check.ts';

const prompt = (
  schema: unknown,
  payload: Record<string, unknown> = { city: 'Bonn' },
): UpMessage => ({
  messageId: 'p',
  threadId: 't',
  timestamp: '2026-01-01T00:00:00Z',
  state: 'needsHumanDecision',
  payload,
  upContext: { schema },
});
const edit = (value: unknown): UpFeedback => ({ type: 'edit', content: { value } });
const judged = (schema: unknown, value: unknown) =>
  judgeFeedback({ message: prompt(schema), origin: upFormatOrigin }, edit(value));
const faults = (schema: unknown, value: unknown) => judged(schema, value).faults;
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

it('accepts valid values and reports faults by path', () => {
  const schema = object({
    city: { type: 'string', minLength: 2 },
    count: { type: 'integer', maximum: 5 },
  });
  expect(faults(schema, { city: 'Rome', count: 3 })).toEqual([]);
  const found = faults(schema, { city: 'X', count: 9 });
  expect(found.map((fault) => fault.path).sort()).toEqual([
    '/content/value/city',
    '/content/value/count',
  ]);
});

it('says where something is missing', () => {
  const schema = object({ 'a/b': { type: 'string' } }, { required: ['a/b'] });
  expect(faults(schema, {})).toEqual([
    {
      path: '/content/value/a~1b',
      message: 'Is required.',
      statement: { code: 'schema.required' },
    },
  ]);
});

it('checks patterns and references of normal schemas', () => {
  const schema = object(
    { code: { $ref: '#/$defs/code' } },
    { $defs: { code: { type: 'string', pattern: '^[A-Z]{3}$' } } },
  );
  expect(faults(schema, { code: 'ABC' })).toEqual([]);
  expect(faults(schema, { code: 'abc' })).not.toEqual([]);
});

it('accepts patterns without Unicode mode, and checks the other keywords too', () => {
  // A letter that needs no backslash is an error in a Unicode pattern, and agents write it.
  const schema = object(
    { code: { type: 'string', pattern: '^[A-Z]{2}\\-[0-9]+$' } },
    { required: ['code', 'city'] },
  );
  expect(judged(schema, { code: 'DE-53111', city: 'Bonn' })).toEqual({
    faults: [],
    unchecked: null,
  });
  expect(faults(schema, { code: 'DE-53111' })).toMatchObject([
    { path: '/content/value/city', message: 'Is required.' },
  ]);
  expect(faults(schema, { code: 'DE53111', city: 'Bonn' }).map(({ path }) => path)).toEqual([
    '/content/value/code',
  ]);
});

it('checks a catastrophic pattern like any other', () => {
  const schema = object({ city: { type: 'string', pattern: '^(a+)+$' } });
  expect(judged(schema, { city: 'a'.repeat(40) })).toEqual({ faults: [], unchecked: null });
  expect(faults(schema, { city: `${'a'.repeat(40)}!` })).toHaveLength(1);
});

it('reports what it could not check, and why; the rest is checked', () => {
  const reason = (schema: unknown, value: unknown) => judged(schema, value).unchecked;
  expect(reason(object({ a: { $ref: 'http://elsewhere/' } }), { a: 1 })).toMatch(/refers to/);
  expect(reason(object({ city: { pattern: '(' } }), { city: 'b' })).toMatch(/pattern/);
  let deep: object = {};
  for (let depth = 0; depth < 200; depth += 1) deep = { properties: { deep } };
  expect(reason({ type: 'object', ...deep }, { city: 'b' })).toMatch(/too deeply/);
  expect(reason(object({ city: { enum: ['x'.repeat(600_000)] } }), { city: 'b' })).toMatch(
    /too large/,
  );
  expect(reason(object({ city: { type: 'string' } }), { city: 'b' })).toBeNull();
  const partly = object({ a: { $ref: 'http://elsewhere/' } }, { required: ['b'] });
  expect(judged(partly, { a: 1 })).toMatchObject({
    faults: [{ path: '/content/value/b' }],
    unchecked: expect.stringMatching(/refers to/),
  });
});

it('stops at the work limit, reports it, and does not block the answer', () => {
  const branches = Array.from({ length: 500 }, (_, at) => ({
    properties: { kind: { const: at } },
    required: ['kind'],
  }));
  const schema = object({ list: { type: 'array', items: { oneOf: branches } } });
  const list = Array.from({ length: 2_000 }, () => ({ kind: 499 }));
  expect(judged(schema, { list })).toEqual({
    faults: [],
    unchecked: expect.stringMatching(/more work than one answer may/),
  });
});

it('uses the draft that the schema declares', () => {
  const tuple = { list: { type: 'array', items: [{ type: 'integer' }] } };
  const $schema = 'http://json-schema.org/draft-07/schema#';
  const found = faults(object(tuple, { $schema }), { list: ['x'] });
  expect(found.map(({ path }) => path)).toEqual(['/content/value/list/0']);
  const newest = object({ list: { type: 'array', prefixItems: [{ type: 'integer' }] } });
  expect(faults(newest, { list: ['x'] })).toHaveLength(1);
});

it('names members with unusual names as they are', () => {
  const schema = object({ 'größe 1': { type: 'integer' } });
  expect(faults(schema, { 'größe 1': 'x' }).map(({ path }) => path)).toEqual([
    '/content/value/größe 1',
  ]);
});

it('accepts schemas with circular or broken references', () => {
  expect(faults({ type: 'object', properties: {}, $ref: '#' }, { a: 1 })).toEqual([]);
  expect(faults(object({ a: { $ref: 'http://elsewhere/' } }), { a: 1 })).toEqual([]);
});

it('refuses values that are too large or too deep', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 200; depth += 1) deep = { deep };
  expect(faults(object({}), deep)).toHaveLength(1);
  const large = faults(object({}), { text: 'x'.repeat(600_000) });
  expect(large).toHaveLength(1);
});
