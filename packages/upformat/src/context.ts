import { z } from 'zod';
import type { UpContext } from './message.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const maxDepth = 8;

/** Short hints out of a schema's keywords, such as `at least 1; at most 5; format email`. */
function hintsOf(schema: Record<string, unknown>, required: boolean): string {
  const hints: string[] = [];
  const say = (keyword: string, words: (value: unknown) => string) => {
    const value = schema[keyword];
    if (value !== undefined) hints.push(words(value));
  };
  if (required) hints.push('required');
  say('minimum', (value) => `at least ${String(value)}`);
  say('exclusiveMinimum', (value) => `more than ${String(value)}`);
  say('maximum', (value) => `at most ${String(value)}`);
  say('exclusiveMaximum', (value) => `less than ${String(value)}`);
  say('minLength', (value) => `at least ${String(value)} characters`);
  say('maxLength', (value) => `at most ${String(value)} characters`);
  say('minItems', (value) => `at least ${String(value)} items`);
  say('maxItems', (value) => `at most ${String(value)} items`);
  say('format', (value) => `format ${String(value)}`);
  say('pattern', (value) => `pattern ${String(value)}`);
  say('enum', (value) => `one of ${Array.isArray(value) ? value.map(String).join(', ') : ''}`);
  return hints.join('; ');
}

interface Collected {
  fields: Record<string, string>;
  constraints: Record<string, string>;
}

function collect(
  schema: Record<string, unknown>,
  path: string,
  required: boolean,
  into: Collected,
  depth: number,
): void {
  if (path !== '') {
    const description = schema['description'] ?? schema['title'];
    if (typeof description === 'string') into.fields[path] = description;
    const hints = hintsOf(schema, required);
    if (hints !== '') into.constraints[path] = hints;
  }
  if (depth >= maxDepth) return;
  const mandatory = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  for (const [name, property] of Object.entries(properties)) {
    if (!isRecord(property)) continue;
    const next = path === '' ? name : `${path}.${name}`;
    collect(property, next, mandatory.includes(name), into, depth + 1);
  }
  if (isRecord(schema['items'])) collect(schema['items'], `${path}[]`, false, into, depth + 1);
}

/**
 * Derives upContext from a JSON Schema (UpFormat 2.2): entity from title or description, field descriptions by path
 * (`candidates[].email`), constraints as short hints, concepts from `x-concepts`, and the schema itself.
 */
export function contextFromJsonSchema(schema: Record<string, unknown>): UpContext {
  const collected: Collected = { fields: {}, constraints: {} };
  collect(schema, '', false, collected, 0);
  const entity = schema['title'] ?? schema['description'];
  const concepts = schema['x-concepts'];
  return {
    ...(typeof entity === 'string' ? { entity } : {}),
    fields: collected.fields,
    ...(Array.isArray(concepts) ? { concepts: concepts.map(String) } : {}),
    constraints: collected.constraints,
    schema,
  };
}

/** Derives upContext from a zod schema; descriptions come from `.describe()` and `.meta()`. */
export function contextFromZod(schema: z.ZodType): UpContext {
  return contextFromJsonSchema(z.toJSONSchema(schema, { unrepresentable: 'any' }));
}
