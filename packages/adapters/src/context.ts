import { isObject, type JsonObject } from '@countersign/json/json-object';
import { propertiesOf } from '@countersign/json-schema/schema-node';
import { inferredSchema } from './inferred-schema.ts';
import { wrappedSchema } from './wrapped-schema.ts';

/** A form with what is only shown beside it. */
export interface FormInContext {
  schema: JsonObject;
  payload: JsonObject;
  /** Names of what is shown: no part of the answer. */
  shown: string[];
  /** The schema could not take other members, so the answer stands in a field of its own. */
  wrapped: boolean;
}

/** Keywords of a root beside whose properties others may stand without changing what it means. */
const plainKeywords = new Set(
  '$schema $id $defs definitions title description type properties required additionalProperties default examples'.split(
    ' ',
  ),
);

/**
 * Shows things beside a form, read-only, whether its schema is open or closed: what the agent sent along is never dropped.
 * They stand first; a name that the form has itself gets a mark.
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

/** What an answer holds beside what was only shown. */
export function withoutShown(value: unknown, shown: readonly string[]): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !shown.includes(name)));
}
