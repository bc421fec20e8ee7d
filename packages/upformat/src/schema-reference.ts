import { isObject } from '@countersign/json/json-object';
import { tokensOf, valueAt } from '@countersign/json/json-pointer';
import type { UpMessage } from './message.ts';

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

/** The schema of a message: one reference within it is followed; one to another address gives the loaded schema, or none. */
export function schemaOf(message: UpMessage): unknown {
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
