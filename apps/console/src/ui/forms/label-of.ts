import { isObject, memberOf } from '@countersign/json/json-object';
import { tokensOf } from '@countersign/json/json-pointer';
import { followReferences } from '@countersign/json-schema/follow-references';
import { meantTypes } from '@countersign/json-schema/node-type';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { formsText as text } from '../../text/forms.ts';
import { fieldNames, fieldPlaces, titleOf } from './field-words.ts';
import { itemsOf, memberNode } from './members.ts';

const MAX_PARTS = 200;

/** Every part of a schema that may apply to one value: the node and its branches, whether they match or not. */
function partsOf(node: unknown, root: SchemaNode): SchemaNode[] {
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

interface Step {
  node: unknown;
  label: string;
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

/** The label and node of every key on the way to a pointer. */
function stepsTo(schema: SchemaNode, pointer: string): Step[] {
  let node: unknown = schema;
  let label = '';
  return tokensOf(pointer).map((key) => {
    const parts = partsOf(node, schema);
    const owner = parts.find((part) => memberOf(part['properties'], key) !== undefined);
    const list = parts.find((part) => meantTypes(part)[0] === 'array');
    if (owner === undefined && list !== undefined) {
      node = itemsOf(list).nodeOf(Number(key));
      label = text.entry(label, Number(key) + 1);
      return { node, label, place: Number(key) };
    }
    const place = placeIn(parts, key);
    node = memberNode(owner ?? parts[0] ?? {}, key);
    label = titleOf(followReferences(schema, node), key);
    return { node, label, place };
  });
}

/** The label of the field at a pointer, if the schema has one: `Postal code`, `Years 2`. */
export function labelOf(schema: unknown, pointer: string): string {
  if (!isObject(schema)) return '';
  return stepsTo(schema, pointer).at(-1)?.label ?? '';
}

/** The field that names the entries of the list at a pointer: the first one, as in its table. */
export function mainFieldOf(schema: unknown, list: string): string | undefined {
  if (!isObject(schema)) return undefined;
  const entry = stepsTo(schema, `${list}/0`).at(-1)?.node;
  return fieldNames(followReferences(schema, entry))[0];
}

/** The same things in the order in which the form draws their places. */
export function inFormOrder<Item extends { path: string }>(
  schema: unknown,
  items: readonly Item[],
): Item[] {
  if (!isObject(schema) || items.length < 2) return [...items];
  const placed = items.map((item) => ({
    item,
    places: stepsTo(schema, item.path).map(({ place }) => place),
  }));
  const compare = (left: readonly number[], right: readonly number[]): number => {
    for (const [level, place] of left.entries()) {
      const other = right[level];
      if (other === undefined) return 1;
      if (other !== place) return place < other ? -1 : 1;
    }
    return left.length - right.length;
  };
  return placed.toSorted((a, b) => compare(a.places, b.places)).map(({ item }) => item);
}
