import { isObject, type JsonObject } from '@countersign/json/json-object';
import { resolveNode, typesOf } from '@countersign/json-schema/schema-node';
import { repairedSchema } from './repaired-schema.ts';

/** The field that holds an answer that is not an object. */
export const answerField = 'answer';

/** A schema that a form can be built from: of an object, or with the value in the field `answer`. */
export interface FormShape {
  schema: JsonObject;
  wrapped: boolean;
}

const maxDepth = 64;

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

/** A schema as that of a field of an object. `root`: members for the schema of the object, where the references of the field lead. */
export function schemaOfField(
  schema: JsonObject,
  name: string,
): { field: JsonObject; root: JsonObject } {
  const { $schema, $id: _, $defs, definitions, ...field } = schema;
  const prefix = `#/properties/${name}`;
  const moved = movedReferences(field, prefix, 0);
  return {
    field: isObject(moved) ? moved : {},
    root: {
      ...(typeof $schema === 'string' ? { $schema } : {}),
      ...($defs === undefined ? {} : { $defs: movedReferences($defs, prefix, 0) }),
      ...(definitions === undefined
        ? {}
        : { definitions: movedReferences(definitions, prefix, 0) }),
    },
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

/** References to the root, or to what was directly below it, are now one level deeper. */
function movedReferences(node: unknown, prefix: string, depth: number): unknown {
  if (depth > maxDepth || typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((item) => movedReferences(item, prefix, depth + 1));
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name !== '$ref' || typeof value !== 'string') {
        return [name, movedReferences(value, prefix, depth + 1)];
      }
      const stays = !value.startsWith('#') || /^#\/(\$defs|definitions)(\/|$)/.test(value);
      return [name, stays || /^#[^/]/.test(value) ? value : `${prefix}${value.slice(1)}`];
    }),
  );
}
