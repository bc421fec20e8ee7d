import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import type { Issue } from '@countersign/hai/decoded';
import { exactMark, isExactNumber, writtenNumber } from '@countersign/json/exact-number';
import { fits } from '@countersign/json-schema/judge';

/** Faults of a value. `unchecked` says in a sentence why nothing could be said about it; then there are no faults. */
export interface SchemaVerdict {
  faults: Issue[];
  unchecked: string | null;
}

const maxFaults = 50;
/** Levels of nesting that are judged, of schemas and of values. */
export const maxDepth = 64;
const maxPlainChars = 50_000;
/** Characters of a schema times characters of a value: each item of a list may be held against each alternative. */
const maxPlainWork = 5_000_000;
/** Keywords that only say that something below them failed. */
const passingOn = new Set(
  (
    '$ref $dynamicRef $recursiveRef properties patternProperties additionalProperties items prefixItems ' +
    'additionalItems allOf if then else dependentSchemas dependencies unevaluatedProperties unevaluatedItems'
  ).split(' '),
);

/** Faults of a value under a JSON Schema, paths as JSON Pointers. Interprets the schema: no code is made of it. */
export function checkSchema(schema: unknown, value: unknown): SchemaVerdict {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null)) {
    return { faults: [], unchecked: 'The schema is not a JSON Schema.' };
  }
  const hasExact = JSON.stringify(value)?.includes(exactMark) === true;
  if (hasExact && fits(schema, value)) return { faults: [], unchecked: null };
  let errors: OutputUnit[];
  try {
    // The words for what does not fit are found with the nearest numbers there are.
    const near = hasExact ? nearest({ schema, value }) : { schema, value };
    errors = new Validator(near.schema as Schema | boolean, draftOf(schema), false).validate(
      near.value,
    ).errors;
  } catch (error) {
    // A schema that cannot be used is the agent's fault: it must not keep the operator from answering.
    const reason = error instanceof Error ? error.message : `${error}`;
    return { faults: [], unchecked: `The schema cannot be used: ${reason.slice(0, 300)}` };
  }
  const telling = errors.filter((error) => !passingOn.has(error.keyword));
  const told = telling.length > 0 ? telling : errors;
  if (hasExact && told.length === 0) {
    return { faults: [{ path: '', message: 'A number does not fit.' }], unchecked: null };
  }
  return { faults: told.slice(0, maxFaults).map(toIssue), unchecked: null };
}

const nearest = <Tree>(tree: Tree): Tree =>
  JSON.parse(JSON.stringify(tree), (_, held) =>
    isExactNumber(held) ? Number(writtenNumber(held)) : held,
  );

/** The draft that the schema itself names; the newest for one that names none. */
export function draftOf(schema: object | boolean): SchemaDraft {
  const named = typeof schema === 'object' && '$schema' in schema ? schema.$schema : undefined;
  if (typeof named !== 'string') return '2020-12';
  if (/draft-0?4\b/.test(named)) return '4';
  if (/draft-0?[67]\b/.test(named)) return '7';
  return named.includes('2019-09') ? '2019-09' : '2020-12';
}

/** Whether a check cannot take longer than schema and value are large: no patterns, no references, nothing quadratic. */
export function isPlainSchema(schema: unknown, value: unknown): boolean {
  if (depthOf(schema) > maxDepth || depthOf(value) > maxDepth) return false;
  const text = JSON.stringify(schema) ?? '';
  const valueChars = JSON.stringify(value)?.length ?? 0;
  return (
    text.length + valueChars <= maxPlainChars &&
    text.length * valueChars <= maxPlainWork &&
    !/"(pattern|patternProperties|format|uniqueItems|\$\w*[rR]ef)"/.test(text)
  );
}

/** Depth of nesting; stops counting just above the limit, so that it cannot run out of stack itself. */
export function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return depth;
  let deepest = depth + 1;
  for (const member of Object.values(value)) {
    deepest = Math.max(deepest, depthOf(member, depth + 1));
  }
  return deepest;
}

/** A missing member is a fault at the member: that is where a form can show it. */
function toIssue(error: OutputUnit): Issue {
  const path = decoded(error.instanceLocation.replace(/^#/, ''));
  const missing =
    error.keyword === 'required'
      ? /required property "(.*)"\.$/s.exec(error.error)?.[1]
      : undefined;
  if (missing === undefined) return { path, message: error.error };
  const member = missing.replaceAll('~', '~0').replaceAll('/', '~1');
  return { path: `${path}/${member}`, message: 'This is required.' };
}

/** The validator writes pointers as URI fragments. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
