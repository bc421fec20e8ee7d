import { isObject } from '@countersign/json/json-object';
import { mergeNodes } from './merge-nodes.ts';
import { schemaDocument } from './schema-document.ts';
import type { SchemaNode } from './schema-members.ts';

/** References that lead to references; a circle ends here. */
const maxHops = 16;

/** Before 2019-09 only annotations next to a reference count. */
const words = new Set(
  'title description default examples readOnly writeOnly deprecated $comment'.split(' '),
);

/** A node for which nothing is allowed: the schema `false`. */
export const nothingAllowed: SchemaNode = { not: {} };

/** Whether a node is the schema `false`, which no value fits. */
export const isNothingAllowed = (node: SchemaNode): boolean =>
  isObject(node['not']) && Object.keys(node['not']).length === 0;

/**
 * The node with its `$ref`s followed within the document `root`; its own members win over the target's. A reference that
 * leads out of the document, or nowhere, stays in the node (`hasOpenReference`). What is no schema object is `{}`.
 */
export function followReferences(root: unknown, node: unknown): SchemaNode {
  const document = schemaDocument(root);
  let at: unknown = node;
  let beside: SchemaNode = {};
  for (let hop = 0; hop < maxHops; hop += 1) {
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

/** The same node if nothing is added to it: caches use its identity. */
const added = (beside: SchemaNode, node: SchemaNode): SchemaNode =>
  Object.keys(beside).length === 0 ? node : mergeNodes(beside, node);

const pickWords = (node: SchemaNode): SchemaNode =>
  Object.fromEntries(Object.entries(node).filter(([key]) => words.has(key)));

/** Whether a reference of the node could not be followed in its document. */
export const hasOpenReference = (node: SchemaNode): boolean =>
  typeof node['$ref'] === 'string' || typeof node['$dynamicRef'] === 'string';
