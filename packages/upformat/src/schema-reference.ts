import { isObject, type JsonObject } from '@countersign/json/json-object';
import { tokensOf, valueAt } from '@countersign/json/json-pointer';
import { isObjectSchema, resolveNode, typesOf } from '@countersign/json-schema/schema-node';
import { schemaOfField } from '@countersign/json-schema/schema-of-field';
import type { BarePayload, UpMessage } from './message.ts';

/** The URL or pointer of a schema given by reference (docs/protocol/message.md); null = given inline, or none. */
export function schemaReferenceOf(schema: unknown): string | null {
  if (typeof schema === 'string') return schema.trim() === '' ? null : schema.trim();
  if (!isObject(schema)) return null;
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string') return null;
  // A reference to its own definitions is read like any other schema.
  const leadsInside =
    $ref === '#' || ($ref.startsWith('#/') && Object.hasOwn(rest, tokensOf($ref)[0] ?? ''));
  return leadsInside ? null : $ref;
}

/** The URL of a schema at another address, or null. */
export function schemaAddressOf(message: UpMessage): string | null {
  const reference = schemaReferenceOf(message.upContext?.schema);
  return reference !== null && /^https?:\/\//i.test(reference) ? reference : null;
}

/** Marks the field that holds a list or a text: its name is the reader's, so a console has its own word for it. */
export const bareField = 'x-bare-payload';

/** Messages are immutable, and a form is built from a schema once. */
const around = new WeakMap<UpMessage, JsonObject>();

/** The schema of the payload as read: the one of the message; around that of a list or a text, the object that holds it. */
export function schemaOf(message: UpMessage): unknown {
  const given = givenSchema(message);
  const { barePayload: name } = message;
  if (name === undefined || !isObject(given) || Object.keys(given).length === 0) return given;
  const schema = around.get(message) ?? objectAround(name, given);
  around.set(message, schema);
  return schema;
}

function objectAround(name: BarePayload, given: JsonObject): JsonObject {
  // Beside a list, the schema of an object describes its items.
  const isOfItem = name === 'list' && isObjectSchema(given) && !isOfList(given);
  const { field, root } = schemaOfField(given, isOfItem ? `${name}/items` : name);
  const node = isOfItem ? { type: 'array', items: field } : field;
  const properties = { [name]: { ...node, [bareField]: true } };
  return { ...root, type: 'object', properties, required: [name], additionalProperties: false };
}

const isOfList = (schema: JsonObject): boolean =>
  typesOf(resolveNode(schema, schema)).includes('array');

/** The schema that the message gives: one reference within it is followed; one to another address gives the loaded schema, or none. */
function givenSchema(message: UpMessage): unknown {
  const schema = message.upContext?.schema;
  const reference = schemaReferenceOf(schema);
  if (reference === null) return schema;
  const { loadedSchema } = message;
  if (loadedSchema?.from === reference) return loadedSchema.schema;
  if (!reference.startsWith('#/')) return undefined;
  for (const root of [message, message.upContext, message.payload]) {
    const found = valueAt(root, tokensOf(reference));
    if (isObject(found) && schemaReferenceOf(found) === null) return found;
  }
  return undefined;
}
