import { isObject } from '@countersign/json/json-object';
import { fits } from '@countersign/json-schema/judge';
import { schemaDocument } from '@countersign/json-schema/schema-document';
import { visibleText } from '../../text/visible-text.ts';
import { mergeNodes } from './merge-nodes.ts';
import { isSafeKey } from './pointer.ts';
import type { SchemaNode } from './schema-members.ts';

const MAX_REF_HOPS = 16;
/** Parts folded into one node; a hostile schema multiplies them. */
const MAX_PARTS = 80;
const MAX_TITLE_CHARS = 120;

/** Of what stands beside a reference only words count before 2019-09. */
const words = new Set(
  'title description default examples readOnly writeOnly deprecated $comment'.split(' '),
);

/** A node for which nothing is allowed: the schema `false`. */
export const nothingAllowed: SchemaNode = { not: {} };

export const isNothingAllowed = (node: SchemaNode): boolean =>
  isObject(node['not']) && Object.keys(node['not']).length === 0;

/** Follows `$ref`s within the document. One that leads out of it gives the node itself, which then is edited as JSON. */
export function followRefs(node: unknown, root: SchemaNode): SchemaNode {
  const document = schemaDocument(root);
  let at: unknown = node;
  let beside: SchemaNode = {};
  for (let hop = 0; hop < MAX_REF_HOPS; hop += 1) {
    if (at === false) return { ...nothingAllowed, ...beside };
    if (!isObject(at)) return beside;
    const { $ref, $dynamicRef, ...own } = at;
    const reference = $ref ?? $dynamicRef;
    if (typeof reference !== 'string') return added(beside, at);
    const place = document.resolve(reference, document.resource);
    if (place === null || (!isObject(place.node) && typeof place.node !== 'boolean')) {
      return added(beside, at);
    }
    const counts = document.draft > 7 ? own : pickWords(own);
    beside = mergeNodes(beside, counts);
    at = place.node;
  }
  return beside;
}

/** The node itself when nothing is added to it: what is known of it is kept by who it is. */
const added = (beside: SchemaNode, node: SchemaNode): SchemaNode =>
  Object.keys(beside).length === 0 ? node : mergeNodes(beside, node);

const pickWords = (node: SchemaNode): SchemaNode =>
  Object.fromEntries(Object.entries(node).filter(([key]) => words.has(key)));

/** Whether a reference of the node could not be followed here. */
export const hasOpenRef = (node: SchemaNode): boolean =>
  typeof node['$ref'] === 'string' || typeof node['$dynamicRef'] === 'string';

/** Enough for any honest condition; a form asks many of them each time it is drawn. */
const MAX_STEPS = 3_000;

/** The last answer for each part of a schema: a form is drawn often, and most of its values stay what they were. */
const answers = new WeakMap<object, { root: SchemaNode; value: unknown; fits: boolean }>();

/** Whether a value fits a part of a schema. Nothing yet is an empty group: null would fit every condition on members. */
export function matchesNode(node: unknown, root: SchemaNode, value: unknown): boolean {
  const known = isObject(node) ? answers.get(node) : undefined;
  if (known !== undefined && known.root === root && known.value === value) return known.fits;
  const answer = fits(root, value === undefined ? {} : value, { node, steps: MAX_STEPS });
  if (isObject(node)) answers.set(node, { root, value, fits: answer });
  return answer;
}

/** The node as it stands for a value: references followed, `allOf` folded in, conditions and dependencies decided. */
export function resolveNode(node: unknown, root: SchemaNode, value: unknown): SchemaNode {
  return resolve(node, { root, value, left: MAX_PARTS });
}

interface Resolving {
  root: SchemaNode;
  value: unknown;
  left: number;
}

function resolve(node: unknown, at: Resolving): SchemaNode {
  at.left -= 1;
  if (at.left < 0) return {};
  const { allOf, if: condition, then, else: otherwise, ...rest } = followRefs(node, at.root);
  const { dependentSchemas, dependentRequired, dependencies, ...own } = rest;
  const extras: unknown[] = Array.isArray(allOf) ? allOf.slice(0, MAX_PARTS) : [];
  if (condition !== undefined) {
    extras.push(matchesNode(condition, at.root, at.value) ? then : otherwise);
  }
  for (const map of [dependentSchemas, dependentRequired, dependencies]) {
    if (!isObject(map) || !isObject(at.value)) continue;
    for (const key of Object.keys(map)) {
      if (!Object.hasOwn(at.value, key)) continue;
      extras.push(Array.isArray(map[key]) ? { required: map[key] } : map[key]);
    }
  }
  let merged: SchemaNode = own;
  for (const extra of extras) {
    if (isObject(extra) || extra === false) merged = mergeNodes(merged, resolve(extra, at));
  }
  return merged;
}

/** Words of an agent, with what cannot be seen made visible; undefined when there are none. */
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

/** The words on a field: its title, else its key spelled as words (`postalCode` → `Postal code`). */
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
