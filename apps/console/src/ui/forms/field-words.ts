import { isObject } from '@countersign/json/json-object';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { visibleText } from '../../text/visible-text.ts';
import { isSafeKey } from './pointer.ts';

const MAX_TITLE_CHARS = 120;

/** Text of an agent, with invisible characters made visible; undefined when there is none. */
export function textOf(value: unknown, maxChars = 1_000): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const cut = value.length > maxChars ? `${value.slice(0, maxChars)}…` : value;
  return visibleText(cut);
}

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

/** The label of a field: its title, else its key as words (`postalCode` → `Postal code`). */
export function titleOf(node: SchemaNode, key: string): string {
  const title = textOf(node['title'], MAX_TITLE_CHARS);
  if (title !== undefined) return title;
  const spelled = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  const shown = spelled === '' ? key : spelled.charAt(0).toUpperCase() + spelled.slice(1);
  return textOf(shown, MAX_TITLE_CHARS) ?? shown;
}
