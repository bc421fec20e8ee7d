import { jsonEqual } from '@countersign/json/json-equal';
import { isObject } from '@countersign/json/json-object';

import { numberOf, type SchemaNode, stringsOf } from './schema-members.ts';

type Merge = (left: unknown, right: unknown) => unknown;

const both: Merge = (left, right) => (jsonEqual(left, right) ? left : { allOf: [left, right] });
const most: Merge = (left, right) =>
  Math.max(numberOf(left) ?? -Infinity, numberOf(right) ?? -Infinity);
const least: Merge = (left, right) =>
  Math.min(numberOf(left) ?? Infinity, numberOf(right) ?? Infinity);
const either: Merge = (left, right) => left === true || right === true;

const maps: Merge = (left, right) => {
  if (!isObject(left) || !isObject(right)) return isObject(left) ? left : right;
  const clashes = Object.keys(left).filter((key) => Object.hasOwn(right, key));
  return {
    ...left,
    ...right,
    ...Object.fromEntries(clashes.map((key) => [key, both(left[key], right[key])])),
  };
};

const names: Merge = (left, right) => [...new Set([...stringsOf(left), ...stringsOf(right)])];

const options: Merge = (left, right) =>
  Array.isArray(left) && Array.isArray(right)
    ? left.filter((option) => right.some((other) => jsonEqual(option, other)))
    : left;

const typesOf = (type: unknown) => (typeof type === 'string' ? [type] : stringsOf(type));
const types: Merge = (left, right) => {
  const [mine, theirs] = [typesOf(left), typesOf(right)];
  // Every whole number is a number.
  const isIn = (type: string, list: string[]) =>
    list.includes(type) || (type === 'integer' && list.includes('number'));
  const shared = [
    ...mine.filter((type) => isIn(type, theirs)),
    ...theirs.filter((type) => !mine.includes(type) && isIn(type, mine)),
  ];
  return shared.length === 1 ? shared[0] : shared.length === 0 ? left : shared;
};

const rest: Merge = (left, right) => {
  if (left === false || right === false) return false;
  if (left === true) return right;
  return right === true ? left : both(left, right);
};

const rules: Record<string, Merge> = {
  properties: maps,
  patternProperties: maps,
  required: names,
  type: types,
  enum: options,
  items: rest,
  additionalProperties: rest,
  minimum: most,
  exclusiveMinimum: most,
  minLength: most,
  minItems: most,
  minProperties: most,
  maximum: least,
  exclusiveMaximum: least,
  maxLength: least,
  maxItems: least,
  maxProperties: least,
  readOnly: either,
  writeOnly: either,
  deprecated: either,
  uniqueItems: either,
};

/** One node with the constraints of both; annotations (title, description, default) are taken from the first. */
export function mergeNodes(base: SchemaNode, extra: SchemaNode): SchemaNode {
  const merged: SchemaNode = { ...extra, ...base };
  for (const key of Object.keys(extra)) {
    if (!Object.hasOwn(base, key) || !Object.hasOwn(rules, key)) continue;
    merged[key] = rules[key]?.(base[key], extra[key]);
  }
  return merged;
}
