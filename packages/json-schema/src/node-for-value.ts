import { isObject } from '@countersign/json/json-object';
import { followReferences } from './follow-references.ts';
import { fits } from './judge.ts';
import { mergeNodes } from './merge-nodes.ts';
import type { SchemaNode } from './schema-members.ts';

/** Maximum of parts merged into one node; a hostile schema multiplies them. */
const maxParts = 80;
/** Maximum steps for one condition: enough for normal schemas; a form evaluates many of them at each render. */
const maxSteps = 3_000;

/** The last result for each part of a schema: a form is rendered often, and most of its values do not change. */
const answers = new WeakMap<object, { root: unknown; value: unknown; fits: boolean }>();

/** Whether a value fits a part of the schema `root`. No value yet is an empty group: null would fit every condition on members. */
export function fitsNode(root: unknown, node: unknown, value: unknown): boolean {
  const known = isObject(node) ? answers.get(node) : undefined;
  if (known !== undefined && known.root === root && known.value === value) return known.fits;
  const answer = fits(root, value === undefined ? {} : value, { node, steps: maxSteps });
  if (isObject(node)) answers.set(node, { root, value, fits: answer });
  return answer;
}

/**
 * The node that applies to a value: references followed, `allOf` folded in, conditions (`if`) and dependencies decided by the
 * value. See `resolveNode` for the node that applies to any value.
 */
export function nodeForValue(root: unknown, node: unknown, value: unknown): SchemaNode {
  return resolve(node, { root, value, left: maxParts });
}

interface Resolving {
  root: unknown;
  value: unknown;
  left: number;
}

function resolve(node: unknown, at: Resolving): SchemaNode {
  at.left -= 1;
  if (at.left < 0) return {};
  const { allOf, if: condition, then, else: otherwise, ...rest } = followReferences(at.root, node);
  const { dependentSchemas, dependentRequired, dependencies, ...own } = rest;
  const extras: unknown[] = Array.isArray(allOf) ? allOf.slice(0, maxParts) : [];
  if (condition !== undefined) {
    extras.push(fitsNode(at.root, condition, at.value) ? then : otherwise);
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
