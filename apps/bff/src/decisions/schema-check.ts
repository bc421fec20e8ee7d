import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { Issue } from '@countersign/hai/decoded';

const maxFaults = 50;
/** Keywords that only say that something below them failed. */
const passingOn = new Set(['$ref', 'properties', 'items', 'allOf', 'additionalProperties', 'if']);

/** Faults of a value under a JSON Schema, paths as JSON Pointers. Interprets the schema: no code is made of it. */
export function checkSchema(schema: unknown, value: unknown): Issue[] {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null)) return [];
  let errors: OutputUnit[];
  try {
    errors = new Validator(schema as Schema | boolean, '2020-12', false).validate(value).errors;
  } catch {
    // A schema that cannot be used is the agent's fault: it must not keep the operator from answering.
    return [];
  }
  const telling = errors.filter((error) => !passingOn.has(error.keyword));
  return (telling.length > 0 ? telling : errors).slice(0, maxFaults).map(toIssue);
}

/** A missing member is a fault at the member: that is where a form can show it. */
function toIssue(error: OutputUnit): Issue {
  const path = error.instanceLocation.replace(/^#/, '');
  const missing =
    error.keyword === 'required'
      ? /required property "(.*)"\.$/s.exec(error.error)?.[1]
      : undefined;
  if (missing === undefined) return { path, message: error.error };
  const member = missing.replaceAll('~', '~0').replaceAll('/', '~1');
  return { path: `${path}/${member}`, message: 'This is required.' };
}
