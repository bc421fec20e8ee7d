import { isObject, type JsonObject } from '@countersign/json/json-object';

const describing = [
  ...['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'],
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
];

const isDescription = (value: unknown): boolean =>
  value === true || (typeof value === 'object' && value !== null && Object.keys(value).length > 0);

/**
 * Whether a schema of arguments says that there are none. One that says nothing of them does not: it may be what is left of one that was
 * too large.
 */
export function takesNothing(schema: JsonObject): boolean {
  if (describing.some((keyword) => isDescription(schema[keyword]))) return false;
  const { properties, additionalProperties, unevaluatedProperties, maxProperties } = schema;
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  return isClosed || isObject(properties) || maxProperties === 0;
}
