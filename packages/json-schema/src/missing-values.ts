import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { propertiesOf, requiredOf, resolveNode, typesOf } from './schema-node.ts';

/** A value that a schema requires and a payload does not have: its JSON Pointer, and its name for a person (`candidates[0].email`). */
export interface MissingValue {
  path: string;
  name: string;
}

const maxDepth = 12;

/**
 * The required members that a payload lacks, in the schema's order. Null counts as missing unless the schema allows it, `''`
 * if it requires at least one character. Members with a default and read-only members are not missing: they need no input.
 */
export function missingValues(schema: unknown, payload: unknown): MissingValue[] {
  const missing: MissingValue[] = [];
  visit({ root: schema, missing }, schema, { value: payload ?? {}, path: [] });
  return missing;
}

interface Search {
  root: unknown;
  missing: MissingValue[];
}
interface Place {
  value: unknown;
  path: readonly (string | number)[];
}

function visit(search: Search, schema: unknown, place: Place): void {
  if (place.path.length > maxDepth) return;
  const node = resolveNode(search.root, schema);
  const { value, path } = place;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      visit(search, node['items'], { value: item, path: [...path, index] });
    }
    return;
  }
  if (!isObject(value)) return;
  const properties = new Map(propertiesOf(node));
  const required = requiredOf(node);
  for (const name of new Set([...properties.keys(), ...required])) {
    const member = memberOf(value, name);
    const property = resolveNode(search.root, properties.get(name));
    const below = [...path, name];
    if (!isMissing(property, member)) visit(search, property, { value: member, path: below });
    else if (required.includes(name) && !isGiven(property)) {
      search.missing.push({ path: pointerOf(below), name: spoken(below) });
    }
  }
}

const spoken = (path: Place['path']): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');

function isMissing(node: JsonObject, value: unknown): boolean {
  if (value === undefined) return true;
  if (value === null) {
    const types = typesOf(node);
    return types.length > 0 && !types.includes('null');
  }
  const { minLength } = node;
  return value === '' && typeof minLength === 'number' && minLength > 0;
}

const isGiven = (node: JsonObject): boolean =>
  node['default'] !== undefined || node['readOnly'] === true;
