import { isObject, memberOf } from '@countersign/json/json-object';
import { patternTest } from './check/pattern.ts';
import { fieldNames, isSafeKey } from './field-names.ts';
import { nothingAllowed } from './follow-references.ts';
import type { SchemaNode } from './schema-members.ts';

/** The members of a group: those its schema names, those it does not, and whether more may be added. */
export interface Members {
  named: string[];
  extra: string[];
  open: boolean;
  /** The schema of a member that is not named. */
  nodeOf: (key: string) => unknown;
}

const MAX_PATTERNS = 100;

export function membersOf(node: SchemaNode, value: unknown): Members {
  const named = fieldNames(node);
  const known = new Set(named);
  const keys = isObject(value) ? Object.keys(value) : [];
  const patterns = isObject(node['patternProperties'])
    ? Object.entries(node['patternProperties']).slice(0, MAX_PATTERNS)
    : [];
  const rest = node['additionalProperties'] ?? node['unevaluatedProperties'];
  const tests = patterns.map(([source, schema]) => ({ test: patternTest(source), schema }));
  return {
    named,
    extra: keys.filter((key) => isSafeKey(key) && !known.has(key)),
    open:
      patterns.length > 0 ||
      rest === true ||
      isObject(rest) ||
      (rest === undefined && named.length === 0),
    nodeOf(key) {
      const found = tests.filter(({ test }) => test(key) !== false).map(({ schema }) => schema);
      if (found.length > 0) return found.length === 1 ? found[0] : { allOf: found };
      return rest === false ? nothingAllowed : isObject(rest) ? rest : {};
    },
  };
}

/** The schema of one member, named or not. */
export function memberNode(node: SchemaNode, key: string): unknown {
  const own = memberOf(node['properties'], key);
  return own === undefined ? membersOf(node, undefined).nodeOf(key) : own;
}

/** How many entries of a list have a schema of their own, and the schema of each place. */
export function itemsOf(node: SchemaNode): { fixed: number; nodeOf: (place: number) => unknown } {
  const places = node['prefixItems'] ?? node['items'];
  const list: readonly unknown[] = Array.isArray(places) ? places : [];
  const rest = Array.isArray(node['items']) ? node['additionalItems'] : node['items'];
  const beyond = rest ?? node['unevaluatedItems'] ?? {};
  return { fixed: list.length, nodeOf: (place) => (place < list.length ? list[place] : beyond) };
}
