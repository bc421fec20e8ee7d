import { type OutputUnit, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { formsText } from '../../text/forms.ts';
import { fromPointer, getAt, isRecord, toPointer } from './pointer.ts';
import { withoutRiskyPatterns } from './safe-pattern.ts';
import { followRefs, type SchemaNode } from './schema-node.ts';

/** One fault of a value: where (JSON Pointer) and in plain words. */
export interface FieldError {
  path: string;
  message: string;
}

/** Keywords that only say that something inside them failed. */
const aggregates = new Set(
  (
    'properties items allOf anyOf oneOf if $ref prefixItems additionalProperties patternProperties then else ' +
    'dependentSchemas $dynamicRef contains unevaluatedProperties unevaluatedItems'
  ).split(' '),
);

function draftOf(schema: SchemaNode): SchemaDraft {
  const named = String(schema['$schema'] ?? '');
  if (/draft-0?4/.test(named)) return '4';
  if (/draft-0?7/.test(named)) return '7';
  return named.includes('2019-09') ? '2019-09' : '2020-12';
}

const cache = new WeakMap<object, Validator | null>();

function validatorOf(schema: SchemaNode): Validator | null {
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const safe = withoutRiskyPatterns(schema);
  // Interprets the schema: nothing an agent sent becomes code, and a strict content policy holds.
  const made = isRecord(safe) ? new Validator(safe, draftOf(schema), false) : null;
  cache.set(schema, made);
  return made;
}

/** The value of the keyword that failed, walked through `$ref`s. */
function keywordValue(root: SchemaNode, location: string): unknown {
  let at: unknown = root;
  for (const key of fromPointer(location.replace(/^#/, ''))) {
    if (!isRecord(at) && !Array.isArray(at)) return undefined;
    at = key === '$ref' && isRecord(at) ? followRefs(at, root) : getAt(at, [key]);
  }
  return at;
}

/** Of a union that matched nowhere only the nearest branch speaks: the one with the fewest faults. */
function nearestBranches(units: readonly OutputUnit[]): OutputUnit[] {
  const counts = new Map<string, Map<string, number>>();
  const placeOf = (unit: OutputUnit) =>
    /^(.*?\/(?:oneOf|anyOf))\/(\d+)\//.exec(unit.keywordLocation);
  for (const unit of units) {
    const place = placeOf(unit);
    if (!place) continue;
    const branches = counts.get(place[1] ?? '') ?? new Map<string, number>();
    branches.set(place[2] ?? '', (branches.get(place[2] ?? '') ?? 0) + 1);
    counts.set(place[1] ?? '', branches);
  }
  return units.filter((unit) => {
    const place = placeOf(unit);
    if (!place) return true;
    const branches = [...(counts.get(place[1] ?? '') ?? [])];
    const [nearest] = branches.toSorted((left, right) => left[1] - right[1]);
    return nearest?.[0] === place[2];
  });
}

function toFieldError(root: SchemaNode, unit: OutputUnit): FieldError {
  const path = fromPointer(unit.instanceLocation.replace(/^#/, '')).map((key) => {
    try {
      return decodeURIComponent(key);
    } catch {
      return key;
    }
  });
  if (unit.keyword === 'required') {
    const missing = /property "(.+?)"/.exec(unit.error)?.[1];
    if (missing !== undefined) path.push(missing);
  }
  const value = keywordValue(root, unit.keywordLocation);
  return { path: toPointer(path), message: formsText.fault(unit.keyword, value, unit.error) };
}

/** Checks a value against an agent's schema. A schema that cannot be checked here gives no fault: the server checks again. */
export function validateValue(schema: unknown, value: unknown): FieldError[] {
  if (!isRecord(schema)) return [];
  try {
    const validator = validatorOf(schema);
    if (validator === null) return [];
    const result = validator.validate(value === undefined ? null : value);
    if (result.valid) return [];
    const inCondition = (unit: OutputUnit) => unit.keywordLocation.includes('/if/');
    const leaves = result.errors.filter(
      (unit) => !aggregates.has(unit.keyword) && !inCondition(unit),
    );
    const told = nearestBranches(leaves.length > 0 ? leaves : result.errors);
    const faults = told.map((unit) => toFieldError(schema, unit));
    return faults.filter(
      (fault, index) => faults.findIndex((other) => other.path === fault.path) === index,
    );
  } catch {
    return [];
  }
}

/** Whether `value` satisfies a part of `root`; used for `if` and to find the branch of a union. */
export function matchesNode(node: SchemaNode, root: SchemaNode, value: unknown): boolean {
  const { $defs, definitions } = root;
  const alone = {
    ...(isRecord($defs) ? { $defs } : {}),
    ...(isRecord(definitions) ? { definitions } : {}),
    ...node,
  };
  try {
    const safe = withoutRiskyPatterns(alone);
    if (!isRecord(safe)) return false;
    // Nothing yet is an empty group: null would satisfy every condition on members.
    return new Validator(safe, draftOf(root), true).validate(value === undefined ? {} : value)
      .valid;
  } catch {
    return false;
  }
}
