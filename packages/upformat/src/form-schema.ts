import type { Question, UpMessage } from './message.ts';

/** A JSON Schema of an object, as far as a form needs to know it. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, unknown>;
  required?: string[];
  [keyword: string]: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isObjectSchema(schema: unknown): schema is ObjectSchema {
  if (!isRecord(schema)) return false;
  return isRecord(schema['properties']) && (schema['type'] ?? 'object') === 'object';
}

function questionProperty(question: Exclude<Question, string>): Record<string, unknown> {
  return {
    type: 'string',
    ...(isRecord(question.schema) ? question.schema : {}),
    title: question.text,
    ...(question.options === undefined ? {} : { type: undefined, enum: question.options }),
    ...(question.default === undefined ? {} : { default: question.default }),
  };
}

/**
 * The schema a form for this prompt is made of: the agent's own (`upContext.schema`), else one built from its
 * questions and field descriptions, else null: then the answer is text.
 */
export function formSchemaOf(message: UpMessage): ObjectSchema | null {
  const given = message.upContext?.schema;
  if (isObjectSchema(given)) return { ...given, type: 'object' };
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const question of message.upThought?.questions ?? []) {
    if (typeof question === 'string') continue;
    properties[question.id] = questionProperty(question);
    if (question.required === true) required.push(question.id);
  }
  for (const [name, description] of Object.entries(message.upContext?.fields ?? {})) {
    if (/[.[]/.test(name) || Object.hasOwn(properties, name)) continue;
    const known = message.payload?.[name];
    const type = typeof known === 'number' || typeof known === 'boolean' ? typeof known : 'string';
    properties[name] =
      isRecord(known) || Array.isArray(known) ? { description } : { type, description };
  }
  if (Object.keys(properties).length === 0) return null;
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}
