import { fromPointer, getAt, isRecord } from './pointer.ts';

/** One schema object as it came from an agent: nothing in it is trusted. */
export type SchemaNode = Record<string, unknown>;

const MAX_REF_HOPS = 16;

/** Follows local `$ref`s. A remote or broken one gives the node itself, which then is edited as JSON. */
export function followRefs(node: unknown, root: SchemaNode): SchemaNode {
  let at: unknown = node;
  for (let hop = 0; hop < MAX_REF_HOPS; hop += 1) {
    if (!isRecord(at)) return {};
    const reference = at['$ref'];
    if (typeof reference !== 'string') return at;
    if (!reference.startsWith('#')) return at;
    const { $ref: _dropped, ...beside } = at;
    const target = getAt(root, fromPointer(decodeURIComponent(reference.slice(1))));
    if (!isRecord(target)) return at;
    at = { ...target, ...beside };
  }
  return {};
}

function mergeInto(base: SchemaNode, extra: SchemaNode): SchemaNode {
  const properties = {
    ...(isRecord(base['properties']) ? base['properties'] : {}),
    ...(isRecord(extra['properties']) ? extra['properties'] : {}),
  };
  const required = [...stringsOf(base['required']), ...stringsOf(extra['required'])];
  return {
    ...extra,
    ...base,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
}

/** The node with its `$ref`s followed and its `allOf` (and the `then`/`else` that `holds` picks) folded in. */
export function resolveNode(
  node: unknown,
  root: SchemaNode,
  holds: (condition: SchemaNode) => boolean,
  depth = 0,
): SchemaNode {
  const { allOf, if: condition, then, else: otherwise, ...rest } = followRefs(node, root);
  let merged: SchemaNode = rest;
  if (depth > 8) return merged;
  const extras: unknown[] = Array.isArray(allOf) ? allOf.slice(0, 50) : [];
  if (isRecord(condition)) extras.push(holds(condition) ? then : otherwise);
  for (const extra of extras) {
    if (isRecord(extra)) merged = mergeInto(merged, resolveNode(extra, root, holds, depth + 1));
  }
  return merged;
}

export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The words on a field: its title, else its key spelled as words (`postalCode` → `Postal code`). */
export function titleOf(node: SchemaNode, key: string): string {
  const title = textOf(node['title']);
  if (title !== undefined) return title;
  const words = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? key : words.charAt(0).toUpperCase() + words.slice(1);
}
