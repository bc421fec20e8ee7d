import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { createFeedbackCheck, type FeedbackCheck } from './feedback-check.ts';

let check: FeedbackCheck;
afterEach(() => check.close());

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
const faults = (schema: unknown, value: unknown) => {
  check = createFeedbackCheck(systemClock);
  return check.faults(prompt(schema), edit(value));
};
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

it('takes what fits and names what does not by its path', async () => {
  const schema = object({
    city: { type: 'string', minLength: 2 },
    count: { type: 'integer', maximum: 5 },
  });
  expect(await faults(schema, { city: 'Rome', count: 3 })).toEqual([]);
  const found = await check.faults(prompt(schema), edit({ city: 'X', count: 9 }));
  expect(found.map((fault) => fault.path).sort()).toEqual([
    '/content/value/city',
    '/content/value/count',
  ]);
});

it('says where something is missing', async () => {
  const schema = object({ 'a/b': { type: 'string' } }, { required: ['a/b'] });
  expect(await faults(schema, {})).toEqual([
    { path: '/content/value/a~1b', message: 'This is required.' },
  ]);
});

it('judges patterns and references of honest schemas', async () => {
  const schema = object(
    { code: { $ref: '#/$defs/code' } },
    { $defs: { code: { type: 'string', pattern: '^[A-Z]{3}$' } } },
  );
  expect(await faults(schema, { code: 'ABC' })).toEqual([]);
  expect(await check.faults(prompt(schema), edit({ code: 'abc' }))).not.toEqual([]);
});

it('survives a catastrophic pattern: the operator is not kept waiting for it', async () => {
  const schema = object({ city: { type: 'string', pattern: '^(a+)+$' } });
  expect(await faults(schema, { city: `${'a'.repeat(40)}!` })).toEqual([]);
  // And the next answer is judged again.
  const plain = object({ city: { type: 'string', pattern: '^a$' } });
  expect(await check.faults(prompt(plain), edit({ city: 'b' }))).not.toEqual([]);
});

it('says what it could not judge, and why', async () => {
  check = createFeedbackCheck(systemClock);
  const judge = async (schema: unknown, value: unknown) =>
    (await check.judge(prompt(schema), edit(value))).unchecked;
  const slow = object({ city: { type: 'string', pattern: '^(a+)+$' } });
  expect(await judge(slow, { city: `${'a'.repeat(40)}!` })).toMatch(/within/);
  expect(await judge(object({ a: { $ref: 'http://elsewhere/' } }), { a: 1 })).toMatch(
    /cannot be used/,
  );
  expect(await judge(object({ city: { pattern: '(' } }), { city: 'b' })).toMatch(/cannot be used/);
  let deep: object = {};
  for (let depth = 0; depth < 200; depth += 1) deep = { properties: { deep } };
  expect(await judge({ type: 'object', ...deep }, { city: 'b' })).toMatch(/too deeply/);
  expect(await judge(object({ city: { enum: ['x'.repeat(600_000)] } }), { city: 'b' })).toMatch(
    /too large/,
  );
  expect(await judge(object({ city: { type: 'string' } }), { city: 'b' })).toBeNull();
});

it('judges the answer that waits behind a hostile schema', async () => {
  check = createFeedbackCheck(systemClock);
  const slow = object({ city: { type: 'string', pattern: '^(a+)+$' } });
  const honest = object({ city: { type: 'string', pattern: '^[A-Z]' } });
  const [, verdict] = await Promise.all([
    check.judge(prompt(slow), edit({ city: `${'a'.repeat(40)}!` })),
    check.judge(prompt(honest), edit({ city: 'bonn' })),
  ]);
  expect(verdict).toMatchObject({ faults: [{ path: '/content/value/city' }], unchecked: null });
});

it('judges by the draft that the schema names', async () => {
  const tuple = { list: { type: 'array', items: [{ type: 'integer' }] } };
  const $schema = 'http://json-schema.org/draft-07/schema#';
  const found = await faults(object(tuple, { $schema }), { list: ['x'] });
  expect(found.map(({ path }) => path)).toEqual(['/content/value/list/0']);
  const newest = object({ list: { type: 'array', prefixItems: [{ type: 'integer' }] } });
  expect(await check.faults(prompt(newest), edit({ list: ['x'] }))).toHaveLength(1);
});

it('names members with unusual names as they are', async () => {
  const schema = object({ 'größe 1': { type: 'integer' } });
  expect((await faults(schema, { 'größe 1': 'x' })).map(({ path }) => path)).toEqual([
    '/content/value/größe 1',
  ]);
});

it('survives schemas that go round in circles or nowhere', async () => {
  expect(await faults({ type: 'object', properties: {}, $ref: '#' }, { a: 1 })).toEqual([]);
  expect(
    await check.faults(prompt(object({ a: { $ref: 'http://elsewhere/' } })), edit({ a: 1 })),
  ).toEqual([]);
});

it('refuses values beyond all reason', async () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 200; depth += 1) deep = { deep };
  expect(await faults(object({}), deep)).toHaveLength(1);
  const large = await check.faults(prompt(object({})), edit({ text: 'x'.repeat(600_000) }));
  expect(large).toHaveLength(1);
});
