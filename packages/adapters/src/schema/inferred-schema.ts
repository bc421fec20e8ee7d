import { isObject, type JsonObject } from '@countersign/json/json-object';
import { typeOfValue } from '@countersign/json-schema/schema-node';

const maxDepth = 8;

/** A schema inferred from a value. */
export function inferredSchema(value: unknown, depth = 0): JsonObject {
  if (value === null) return {};
  const type = typeOfValue(value);
  if (type === 'integer') return { type: 'number' };
  if (isObject(value) && depth < maxDepth) {
    return {
      type,
      properties: Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => name !== '__proto__')
          .map(([name, member]) => [name, inferredSchema(member, depth + 1)]),
      ),
    };
  }
  return { type };
}
