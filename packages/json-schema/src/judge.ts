import { isObject, type JsonObject } from '@countersign/json/json-object';
import { checkItems } from './check/check-items.ts';
import { checkMembers } from './check/check-members.ts';
import { checkReferences } from './check/check-references.ts';
import { checkNumber, checkText, checkValue } from './check/check-scalars.ts';
import { checkUnevaluated } from './check/check-unevaluated.ts';
import { checkUnions } from './check/check-unions.ts';
import {
  type Check,
  fail,
  isSchema,
  type Run,
  type Seen,
  type Spot,
  StepsSpent,
  spend,
} from './run.ts';
import { schemaDocument } from './schema-document.ts';
import type { SchemaFault, Unchecked } from './schema-fault.ts';

/** The faults of a value, and what could not be checked. No faults and nothing unchecked = valid. */
export interface Judgement {
  faults: readonly SchemaFault[];
  unchecked: ReadonlySet<Unchecked>;
}

/** The part of a schema to check by, and the limit of the work. */
export interface Within {
  /** The part of the schema; without it, the whole. */
  node?: unknown;
  /** Steps, about one for each keyword that applies. */
  steps?: number;
}

/** About a fifth of a second at worst, because the server checks in the thread that serves all requests. */
const maxSteps = 50_000;
const maxDepth = 250;

/**
 * Validates a value against a JSON Schema (2020-12, 2019-09, drafts 4 to 7). Interprets the schema; generates no code. Limited in
 * steps, depth and patterns; beyond the limits it stops and reports that. A keyword with a value of the wrong type is ignored.
 */
export function judge(schema: unknown, value: unknown, within: Within = {}): Judgement {
  return start(schema, value, { ...within, faults: [] });
}

/** Whether a value fits a part of a schema; what cannot be checked counts as valid. */
export function fits(schema: unknown, value: unknown, within: Within = {}): boolean {
  return start(schema, value, { ...within, faults: null }).fits;
}

function start(
  schema: unknown,
  value: unknown,
  { faults, steps = maxSteps, ...within }: Within & { faults: SchemaFault[] | null },
) {
  const node = 'node' in within ? within.node : schema;
  const unchecked = new Set<Unchecked>();
  const verdict = { faults: faults ?? [], unchecked, fits: true };
  if (!isSchema(schema) || !isSchema(node)) {
    unchecked.add('not-a-schema');
    return verdict;
  }
  const document = schemaDocument(schema);
  const run: Run = { document, draft: document.draft, stepsLeft: steps, unchecked };
  const spot: Spot = {
    value,
    path: null,
    scope: { item: document.resource, above: null },
    references: null,
    seen: null,
    faults,
    depth: 0,
  };
  try {
    verdict.fits = check(run, node, spot);
  } catch (error) {
    if (error instanceof StepsSpent) unchecked.add('too-much');
    // The value is nested deeper than the stack allows.
    else if (error instanceof RangeError) unchecked.add('too-deep');
    else throw error;
  }
  return verdict;
}

/** The keywords in the order in which they are checked, by checker. */
const judges = [
  { judges: checkReferences, words: '$ref $dynamicRef $recursiveRef' },
  { judges: checkValue, words: 'type const enum' },
  { judges: checkText, words: 'minLength maxLength pattern format' },
  {
    judges: checkNumber,
    words: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
  },
  {
    judges: checkUnions,
    words: 'allOf anyOf oneOf not if dependentSchemas dependencies',
  },
  {
    judges: checkMembers,
    words:
      'properties patternProperties additionalProperties propertyNames required dependentRequired dependencies minProperties maxProperties',
  },
  {
    judges: checkItems,
    words: 'items prefixItems additionalItems contains minItems maxItems uniqueItems',
  },
  { judges: checkUnevaluated, words: 'unevaluatedProperties unevaluatedItems' },
].map((one) => ({ judges: one.judges, words: one.words.split(' ') }));

type Keyword = (typeof judges)[number]['judges'];
const plans = new WeakMap<JsonObject, readonly Keyword[]>();

/** The checkers that apply to a node, cached: most nodes have one keyword, and lists are long. */
function planOf(node: JsonObject): readonly Keyword[] {
  const known = plans.get(node);
  if (known !== undefined) return known;
  const plan = judges
    .filter(({ words }) => words.some((word) => Object.hasOwn(node, word)))
    .map((one) => one.judges);
  plans.set(node, plan);
  return plan;
}

const asksForTheRest = (node: JsonObject) =>
  node['unevaluatedProperties'] !== undefined || node['unevaluatedItems'] !== undefined;

/** Checks one part of a value by one part of a schema. */
const check: Check = (run, node, spot) => {
  spend(run, 1);
  if (node === false) return fail(spot, 'false', { wanted: false, found: spot.value });
  if (!isObject(node)) return true;
  if (spot.depth > maxDepth) {
    run.unchecked.add('too-deep');
    return true;
  }
  const plan = planOf(node);
  if (plan.length === 0) return true;
  const resource = run.document.startsAt(node);
  const scope =
    resource === undefined || resource === spot.scope.item
      ? spot.scope
      : { item: resource, above: spot.scope };
  const seen: Seen | null =
    spot.seen !== null || asksForTheRest(node) ? { names: new Set(), items: new Set() } : null;
  const inner = { ...spot, scope, seen, depth: spot.depth + 1 };
  let ok = true;
  for (const keyword of plan) {
    ok = keyword(run, node, inner, check) && ok;
    if (!ok && spot.faults === null) return false;
    // Drafts up to 7: keywords next to a reference are ignored.
    if (keyword === checkReferences && run.draft <= 7 && typeof node['$ref'] === 'string') break;
  }
  if (ok && spot.seen !== null && seen !== null) {
    for (const name of seen.names) spot.seen.names.add(name);
    for (const item of seen.items) spot.seen.items.add(item);
  }
  return ok;
};
