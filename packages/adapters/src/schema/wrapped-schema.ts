import { isObject, type JsonObject } from '@countersign/json/json-object';
import { resolveNode, typesOf } from '@countersign/json-schema/schema-node';
import { schemaOfField } from '@countersign/json-schema/schema-of-field';
import { repairedSchema } from './repaired-schema.ts';

/** The field that holds an answer that is not an object. */
export const answerField = 'answer';

/** A schema that a form can be built from: of an object, or with the value in the field `answer`. */
export interface FormShape {
  schema: JsonObject;
  wrapped: boolean;
}

/** Makes an object schema from any schema; `title` is the label of a wrapped one. */
export function formShape(given: unknown, title?: string): FormShape {
  const schema = repairedSchema(given);
  if (isObject(schema) && isObjectOnly(schema)) return { schema, wrapped: false };
  return { wrapped: true, schema: wrappedSchema(isObject(schema) ? schema : {}, title) };
}

/** The schema of an object whose field `answer` has the given schema. */
export function wrappedSchema(schema: JsonObject, title?: string): JsonObject {
  const { field, root } = schemaOfField(schema, answerField);
  return {
    ...root,
    type: 'object',
    properties: {
      [answerField]: {
        ...(title === undefined || field['title'] !== undefined ? {} : { title }),
        ...field,
      },
    },
    required: [answerField],
    additionalProperties: false,
  };
}

/** The answer itself, from the value of the form. */
export function unwrapped(value: unknown, { wrapped }: Pick<FormShape, 'wrapped'>): unknown {
  if (!wrapped) return value;
  return isObject(value) && Object.hasOwn(value, answerField) ? value[answerField] : value;
}

function isObjectOnly(schema: JsonObject): boolean {
  const types = typesOf(resolveNode(schema, schema));
  return types.length === 1 && types[0] === 'object';
}
