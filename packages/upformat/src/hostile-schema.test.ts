import { describe, expect, it } from 'vitest';
import { allowedAnswers, checkFeedback } from './answers.ts';
import { contextFromJsonSchema } from './context.ts';
import { formSchemaOf } from './form-schema.ts';
import { mediate } from './mapping/mediation.ts';
import type { UpMessage } from './message.ts';

const itself = { $ref: '#' };
const many = (value: unknown, count = 12) => Array.from({ length: count }, () => value);
const named = (value: unknown) =>
  Object.fromEntries(many(value).map((item, index) => [`p${index}`, item]));

/** Schemas that make a naive reader run for ever or overflow the stack. */
const hostile: Record<string, Record<string, unknown>> = {
  'a reference to itself': itself,
  'all of itself, many times': { allOf: many(itself), properties: { a: {} } },
  'any of itself, many times': { anyOf: many(itself), properties: { a: {} } },
  'one of null and itself': { oneOf: [{ type: 'null' }, itself], properties: { a: {} } },
  'itself as every property': { properties: named({ ...itself, readOnly: false }) },
  'itself as items': { properties: { list: { type: 'array', items: itself } } },
  'both at once': { allOf: many(itself), anyOf: many(itself), properties: named(itself) },
  'a circle of references': {
    $ref: '#/$defs/a',
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
  },
  'ten thousand properties': {
    properties: Object.fromEntries(many({}, 10_000).map((_, index) => [`p${index}`, {}])),
  },
  'types of the wrong kind': {
    type: 7,
    properties: { a: 7, b: null, c: [] },
    required: 'a',
    allOf: [7, null],
    anyOf: 'x',
    items: 3,
    enum: {},
  },
};

describe.each(Object.entries(hostile))('a schema that is %s', (_, schema) => {
  const message: UpMessage = {
    messageId: 'm',
    threadId: 't',
    timestamp: '2026-11-21T10:00:00Z',
    state: 'needsHumanDecision',
    payload: { a: 1, p0: { p1: {} }, list: [{ list: [] }] },
    upContext: { schema },
  };

  it('is read in bounded time', () => {
    const context = contextFromJsonSchema(schema);
    expect(Object.keys(context.constraints ?? {}).length).toBeLessThanOrEqual(500);
    mediate({ sender: { context, payload: message.payload }, receiver: { context } });
    formSchemaOf(message);
    expect(allowedAnswers(message).reject.allowed).toBe(true);
    const value = { ...message.payload, more: 1 };
    checkFeedback(message, { type: 'edit', content: { value } });
  });
});
