import { isObject, type JsonObject } from '@countersign/json/json-object';
import { maxWork, type PatternTest, patternTest } from './check/pattern.ts';
import type { Draft, SchemaDocument, SchemaPlace, SchemaResource } from './schema-document.ts';
import type { SchemaFault, Unchecked } from './schema-fault.ts';

/** The state of one check: used steps and faults so far. */
export interface Run {
  document: SchemaDocument;
  draft: Draft;
  stepsLeft: number;
  unchecked: Set<Unchecked>;
}

interface Link<Item> {
  item: Item;
  above: Link<Item> | null;
}

/** Members and items that a keyword has evaluated; `unevaluated…` applies to the rest. */
export interface Seen {
  names: Set<string>;
  items: Set<number>;
}

/** A part of the value that is checked by a part of the schema. */
export interface Spot {
  value: unknown;
  path: Link<string> | null;
  /** Resources entered on the way here, the nearest first: dynamic references look through them. */
  scope: Link<SchemaResource>;
  /** References followed at this part of the value: a repeated one is a cycle. */
  references: Link<unknown> | null;
  seen: Seen | null;
  /** Where faults are put; null = only the outcome matters. */
  faults: SchemaFault[] | null;
  depth: number;
}

/** Checks one part of a value by one part of a schema. */
export type Check = (run: Run, node: unknown, spot: Spot) => boolean;

/** Thrown when a check has used up its steps. */
export class StepsSpent extends Error {}

const maxFaults = 200;

export function spend(run: Run, steps: number): void {
  run.stepsLeft -= steps;
  if (run.stepsLeft < 0) throw new StepsSpent();
}

const keysOf = (path: Link<string> | null): string[] => {
  const keys: string[] = [];
  for (let link = path; link !== null; link = link.above) keys.push(link.item);
  return keys.reverse();
};

type Reported = Pick<SchemaFault, 'wanted' | 'found' | 'said'> & {
  /** A member below the spot that the fault is about. */
  member?: string;
  branches?: SchemaFault['branches'];
};

/** Notes a broken rule; always false, so that a keyword can return it. */
export function fail(spot: Spot, keyword: string, reported: Reported): false {
  const { member, branches, wanted, found, said } = reported;
  if (spot.faults !== null && spot.faults.length < maxFaults) {
    const path = keysOf(spot.path);
    if (member !== undefined) path.push(member);
    spot.faults.push({
      path,
      keyword,
      wanted,
      found,
      ...(said ? { said } : {}),
      ...(branches ? { branches } : {}),
    });
  }
  return false;
}

/** The spot of a member or an item. */
export function below(spot: Spot, key: string, value: unknown): Spot {
  return {
    ...spot,
    value,
    path: { item: key, above: spot.path },
    references: null,
    seen: null,
    depth: spot.depth + 1,
  };
}

/** The same spot, checked without reporting faults or marking members as evaluated. */
export const silently = (spot: Spot): Spot => ({ ...spot, faults: null, seen: null });

/** Follows a reference; null if it is a cycle or leads out of the document. */
export function enter(run: Run, spot: Spot, place: SchemaPlace | null): Spot | null {
  let known = spot.references;
  while (known !== null && known.item !== place?.node) known = known.above;
  if (place === null || known !== null) {
    run.unchecked.add('reference');
    return null;
  }
  const references = { item: place.node, above: spot.references };
  if (place.resource === spot.scope.item) return { ...spot, references };
  return { ...spot, references, scope: { item: place.resource, above: spot.scope } };
}

/** The target of a reference, ignoring dynamic anchors. */
export const placeOf = (run: Run, spot: Spot, reference: string): SchemaPlace | null =>
  run.document.resolve(reference, spot.scope.item);

/** Number of pattern steps that count as one step of the check. */
const workOfStep = 40;
const maxPatterns = 1_000;
const patterns = new Map<string, PatternTest>();

/** Whether a text matches a pattern; true with a note if it cannot be determined. */
export function hasMatch(run: Run, pattern: string, text: string): boolean {
  spend(run, 3 + text.length / 20);
  let test = patterns.get(pattern);
  if (test === undefined) {
    spend(run, 10 + pattern.length);
    test = patternTest(pattern);
    if (patterns.size >= maxPatterns) patterns.clear();
    patterns.set(pattern, test);
  }
  const allowed = Math.min(maxWork, Math.ceil(run.stepsLeft * workOfStep));
  const work = { left: allowed };
  const outcome = test(text, work);
  spend(run, (allowed - work.left) / workOfStep);
  if (outcome !== null) return outcome;
  run.unchecked.add('pattern');
  return true;
}

export const isSchema = (node: unknown): node is JsonObject | boolean =>
  typeof node === 'boolean' || isObject(node);

/** A keyword's number, undefined when the schema has none or something else there. */
export function numberIn(node: JsonObject, keyword: string): number | undefined {
  const value = node[keyword];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export const listIn = (node: JsonObject, keyword: string): readonly unknown[] | undefined => {
  const value = node[keyword];
  return Array.isArray(value) ? value : undefined;
};

export const mapIn = (node: JsonObject, keyword: string): JsonObject | undefined => {
  const value = node[keyword];
  return isObject(value) ? value : undefined;
};
