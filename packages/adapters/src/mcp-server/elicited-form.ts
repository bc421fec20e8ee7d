import { isObject, type JsonObject } from '@countersign/json/json-object';
import { proposesLasting } from '../answer/verdict.ts';
import { repairedSchema } from '../schema/repaired-schema.ts';

/** The form of an elicitation. */
export interface ElicitedForm {
  schema: JsonObject;
  /** The defaults. */
  payload: JsonObject;
  /** The defaults are a complete answer that may be given as it is. */
  isComplete: boolean;
}

export function elicitedForm(requested: unknown): ElicitedForm {
  const repaired = repairedSchema(requested);
  const given = isObject(repaired) ? repaired : {};
  const fields = isObject(given['properties']) ? given['properties'] : {};
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isObject(field) ? withTitles(field) : field,
    ]),
  );
  const payload = Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      isObject(field) && field['default'] !== undefined ? [[name, field['default']]] : [],
    ),
  );
  const required = Array.isArray(given['required']) ? given['required'] : [];
  const schema = { ...given, type: 'object', properties };
  const hasAll = required.every((name) => typeof name === 'string' && Object.hasOwn(payload, name));
  return { schema, payload, isComplete: hasAll && !proposesLasting(schema, schema, payload) };
}

/** `enumNames` of earlier revisions gives the labels of an `enum`. */
function withTitles(field: JsonObject): JsonObject {
  const { enum: values, enumNames: names, ...rest } = field;
  if (!Array.isArray(values) || !Array.isArray(names)) return field;
  return {
    ...rest,
    oneOf: values.map((value, index) => ({
      const: value,
      title: typeof names[index] === 'string' ? names[index] : String(value),
    })),
  };
}
