import { isObject } from '@countersign/json/json-object';

const typeNames = new Set<unknown>([
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
  'null',
]);
const maxDepth = 64;

const isType = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every((name) => typeNames.has(name))
    : typeNames.has(value);
const isSchema = (value: unknown): boolean => isObject(value) || typeof value === 'boolean';

/** Keywords that would reject every value if they are invalid. */
const wants: Record<string, (value: unknown) => boolean> = {
  type: isType,
  enum: Array.isArray,
  required: Array.isArray,
  properties: isObject,
  $ref: (value) => typeof value === 'string',
  items: (value) => isSchema(value) || Array.isArray(value),
  additionalProperties: isSchema,
  anyOf: (value) => Array.isArray(value) && value.length > 0,
  oneOf: (value) => Array.isArray(value) && value.length > 0,
  allOf: (value) => Array.isArray(value) && value.length > 0,
};

/** A schema without its invalid keywords: an agent's mistake must not prevent a person from answering. */
export function repairedSchema(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > maxDepth) return schema;
  const kept = Object.entries(schema).filter(
    ([name, value]) => !Object.hasOwn(wants, name) || (wants[name]?.(value) ?? true),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, repairedPart(name, value, depth + 1)]),
  );
}

const parts = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties']);
const namedParts = new Set(['properties', '$defs', 'definitions']);

function repairedPart(name: string, value: unknown, depth: number): unknown {
  if (parts.has(name)) {
    return Array.isArray(value)
      ? value.map((part) => repairedSchema(part, depth))
      : repairedSchema(value, depth);
  }
  if (!namedParts.has(name) || !isObject(value)) return value;
  // A property without a valid schema may be anything.
  return Object.fromEntries(
    Object.entries(value).map(([member, part]) => [
      member,
      isSchema(part) ? repairedSchema(part, depth) : true,
    ]),
  );
}
