import { isObject, memberOf } from '@countersign/json/json-object';
import { tokensOf } from '@countersign/json/json-pointer';
import { fieldPlaces } from './field-names.ts';
import { followReferences } from './follow-references.ts';
import { itemsOf, memberNode } from './members.ts';
import { meantTypes } from './node-type.ts';
import type { SchemaNode } from './schema-members.ts';

const MAX_PARTS = 200;

/** Every part of a schema that may apply to one value: the node and its branches, whether they match or not. */
export function partsOf(node: unknown, root: SchemaNode): SchemaNode[] {
  const parts: SchemaNode[] = [];
  const open: unknown[] = [node];
  while (open.length > 0 && parts.length < MAX_PARTS) {
    const part = followReferences(root, open.shift());
    parts.push(part);
    for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
      const branches = part[keyword];
      if (Array.isArray(branches)) open.push(...branches.slice(0, MAX_PARTS));
    }
    if (part['if'] !== undefined) open.push(part['then'], part['else']);
    if (isObject(part['dependentSchemas'])) open.push(...Object.values(part['dependentSchemas']));
  }
  return parts;
}

/** One key on the way to a place, as a schema describes it. */
export interface Step {
  key: string;
  /** The schema of the value there. */
  node: unknown;
  /** It is an entry of a list. */
  isEntry: boolean;
  /** Where the form draws it among its neighbours. */
  place: number;
}

function placeIn(parts: readonly SchemaNode[], key: string): number {
  let before = 0;
  for (const part of parts) {
    const places = fieldPlaces(part);
    const place = places.get(key);
    if (place !== undefined) return before + place;
    before += places.size;
  }
  return Number.POSITIVE_INFINITY;
}

/** The node of every key on the way to a JSON Pointer. */
export function stepsTo(schema: SchemaNode, pointer: string): Step[] {
  let node: unknown = schema;
  return tokensOf(pointer).map((key) => {
    const parts = partsOf(node, schema);
    const owner = parts.find((part) => memberOf(part['properties'], key) !== undefined);
    const list = parts.find((part) => meantTypes(part)[0] === 'array');
    if (owner === undefined && list !== undefined) {
      node = itemsOf(list).nodeOf(Number(key));
      return { key, node, isEntry: true, place: Number(key) };
    }
    const place = placeIn(parts, key);
    node = memberNode(owner ?? parts[0] ?? {}, key);
    return { key, node, isEntry: false, place };
  });
}
