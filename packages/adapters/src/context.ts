import { isObject, type JsonObject } from '@countersign/json/json-object';
import { propertiesOf } from '@countersign/json-schema/schema-node';
import { inferredSchema } from './schema/inferred-schema.ts';
import { wrappedSchema } from './schema/wrapped-schema.ts';

/** A form with additional values that are only displayed. */
export interface FormInContext {
  schema: JsonObject;
  payload: JsonObject;
  /** Names of the displayed values: not part of the answer. */
  shown: string[];
  /** The schema could not take other members, so the answer is in a separate field. */
  wrapped: boolean;
}

/** Keywords of a root schema that keep their meaning when properties are added. */
const plainKeywords = new Set(
  '$schema $id $defs definitions title description type properties required additionalProperties default examples'.split(
    ' ',
  ),
);

/**
 * Displays values next to a form, read-only, whether its schema is open or closed: what the agent sent is always shown. They
 * come first; a name that the form already uses gets a suffix.
 */
export function withContext(
  schema: JsonObject,
  payload: JsonObject,
  context: JsonObject,
): FormInContext {
  const entries = Object.entries(context).filter(
    ([name, value]) => value !== undefined && value !== null && name !== '__proto__',
  );
  if (entries.length === 0) return { schema, payload, shown: [], wrapped: false };
  const isPlain = Object.keys(schema).every((keyword) => plainKeywords.has(keyword));
  const form = isPlain ? schema : wrappedSchema(schema, 'Answer');
  const own = propertiesOf(form);
  const taken = new Set(own.map(([name]) => name));
  const values = isPlain ? payload : Object.keys(payload).length === 0 ? {} : { answer: payload };
  const shown = entries.map(([name, value]): [string, unknown] => [freeName(name, taken), value]);
  const readOnly = shown.map(([name, value]) => [
    name,
    { ...inferredSchema(value), readOnly: true },
  ]);
  return {
    schema: {
      ...form,
      properties: { ...Object.fromEntries(readOnly), ...Object.fromEntries(own) },
    },
    payload: { ...Object.fromEntries(shown), ...values },
    shown: shown.map(([name]) => name),
    wrapped: !isPlain,
  };
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  while (taken.has(free)) free = `${free} (sent along)`;
  taken.add(free);
  return free;
}

/** The answer without the values that were only displayed. */
export function withoutShown(value: unknown, shown: readonly string[]): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !shown.includes(name)));
}
