import { isExactNumber } from '@countersign/json/exact-number';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { formSchemaOf } from '../form-schema.ts';
import type { UpMessage } from '../message.ts';
import { schemaOf } from '../schema-reference.ts';

/** The form in which a question is answered. */
export interface AnswerForm {
  schema: Record<string, unknown>;
  /** Where the fields come from: the agent's schema, its named fields and questions, or the payload itself. */
  source: 'schema' | 'fields' | 'payload';
}

const MAX_DEPTH = 8;

/** A number that is kept as it was written is a number here. */
const typeName = (value: unknown) => (isExactNumber(value) ? 'number' : typeof value);

/** A schema that describes a value as it is, so that a proposal without one can still be edited in fields. */
export function schemaOfValue(value: unknown, depth = 0): JsonObject {
  if (depth > MAX_DEPTH) return {};
  if (Array.isArray(value)) {
    const items = value.filter(isObject);
    if (items.length > 0 && items.length === value.length) {
      return { type: 'array', items: schemaOfValue(Object.assign({}, ...items), depth + 1) };
    }
    const scalar = value.length > 0 && value.every((item) => typeName(item) === typeName(value[0]));
    return scalar && !Array.isArray(value[0])
      ? { type: 'array', items: schemaOfValue(value[0], depth + 1) }
      : {};
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(
      ([key, child]) => [key, schemaOfValue(child, depth + 1)] as const,
    );
    return { type: 'object', properties: Object.fromEntries(entries) };
  }
  if (value === null || value === undefined) return {};
  return { type: typeName(value) };
}

/**
 * The form of a prompt: the agent's schema; else its questions and named fields together with the payload;
 * else the payload only; null = answer by text.
 */
export function answerForm(message: UpMessage): AnswerForm | null {
  const asked = formSchemaOf(message);
  const given = schemaOf(message);
  if (asked !== null && isObject(given) && isObject(given['properties'])) {
    return { schema: asked, source: 'schema' };
  }
  // A schema that is no plain object of properties (a $ref, a union) still makes a form.
  if (isObject(given) && Object.keys(given).length > 0) return { schema: given, source: 'schema' };
  const payload = Object.entries(message.payload ?? {}).map(
    ([key, value]) => [key, schemaOfValue(value)] as const,
  );
  if (asked === null && payload.length === 0) return null;
  const nodes = new Map<string, unknown>(payload);
  for (const [key, node] of Object.entries(asked?.properties ?? {})) {
    const known = nodes.get(key);
    nodes.set(key, { ...(isObject(known) ? known : {}), ...(isObject(node) ? node : {}) });
  }
  const properties: JsonObject = Object.fromEntries(nodes);
  return {
    schema: { type: 'object', properties, required: asked?.required ?? [] },
    source: asked === null ? 'payload' : 'fields',
  };
}
