import { isObject } from '@countersign/json/json-object';
import type { SchemaNode } from './schema-members.ts';

/** `__proto__` gets no field: an object with it stays unchanged and is shown as JSON only. */
export const isSafeKey = (key: string): boolean => key !== '__proto__';

const fields = new WeakMap<object, ReadonlyMap<string, number>>();

/** The names of a node's fields with their places, in the order it gives them. */
export function fieldPlaces(node: SchemaNode): ReadonlyMap<string, number> {
  const { properties } = node;
  if (!isObject(properties)) return new Map();
  const known = fields.get(properties);
  if (known !== undefined) return known;
  const names = Object.keys(properties).filter(isSafeKey);
  const places = new Map(names.map((name, place) => [name, place]));
  fields.set(properties, places);
  return places;
}

/** The names of a node's fields, in the order it gives them. */
export const fieldNames = (node: SchemaNode): string[] => [...fieldPlaces(node).keys()];

/** A key as words: `postalCode` → `Postal code`. Empty if it has none. */
export function keyAsWords(key: string): string {
  const spelled = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return spelled === '' ? key : spelled.charAt(0).toUpperCase() + spelled.slice(1);
}
