import { isExactNumber, isWhole } from '@countersign/json/exact-number';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { tokensOf } from '@countersign/json/json-pointer';

/** Nodes looked at before a resolution is given up: schemas may be recursive, and hostile ones multiply by it. */
const maxNodes = 64;

/**
 * The node with its local `$ref`s followed, its `allOf` merged and a union of one thing and null reduced to that thing.
 * References out of the document stay unresolved. Members beside a `$ref` (title, description) win over the target's.
 */
export function resolveNode(root: unknown, node: unknown): JsonObject {
  return resolve(root, node, { left: maxNodes });
}

function resolve(root: unknown, node: unknown, budget: { left: number }): JsonObject {
  budget.left -= 1;
  if (!isObject(node) || budget.left < 0) return {};
  const reference = node['$ref'];
  if (typeof reference === 'string') {
    const { $ref: _, ...own } = node;
    return { ...resolve(root, referenceTarget(root, reference), budget), ...own };
  }
  if (Array.isArray(node['allOf'])) {
    const { allOf, ...own } = node;
    const parts = node['allOf'].slice(0, maxNodes).map((part) => resolve(root, part, budget));
    return [...parts, own].reduce<JsonObject>(mergeNodes, {});
  }
  const union = ['anyOf', 'oneOf'].find((name) => onlyBranch(node[name]) !== undefined);
  if (union === undefined) return node;
  const { [union]: branches, ...own } = node;
  const inner = resolve(root, onlyBranch(branches), budget);
  return { ...inner, ...own, type: [...typesOf(inner), 'null'] };
}

/** What a union with null is apart from null. */
function onlyBranch(branches: unknown): unknown {
  if (!Array.isArray(branches)) return undefined;
  const real = branches.filter((branch) => !isObject(branch) || branch['type'] !== 'null');
  return real.length === 1 && branches.length > 1 ? real[0] : undefined;
}

function referenceTarget(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let node: unknown = root;
  for (const token of tokensOf(reference.slice(1))) {
    if (Array.isArray(node)) node = node[Number(token)];
    else node = isObject(node) ? memberOf(node, decoded(token)) : undefined;
  }
  return node;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

function mergeNodes(left: JsonObject, right: JsonObject): JsonObject {
  const merged: JsonObject = { ...left, ...right };
  if (isObject(left['properties']) && isObject(right['properties'])) {
    merged['properties'] = { ...left['properties'], ...right['properties'] };
  }
  if (Array.isArray(left['required']) && Array.isArray(right['required'])) {
    merged['required'] = [...new Set([...left['required'], ...right['required']])];
  }
  return merged;
}

/** The types a resolved node says or implies; empty = anything. */
export function typesOf(node: JsonObject): string[] {
  const type = node['type'];
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === 'string');
  if (isObject(node['properties'])) return ['object'];
  if (node['items'] !== undefined || node['prefixItems'] !== undefined) return ['array'];
  const values = Array.isArray(node['enum'])
    ? node['enum']
    : 'const' in node
      ? [node['const']]
      : [];
  return [...new Set(values.map(typeOfValue))];
}

/** The JSON Schema type of a value. */
export function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isExactNumber(value)) return isWhole(value) ? 'integer' : 'number';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** The properties of a resolved node, in order. `__proto__` is nobody's property. */
export function propertiesOf(node: JsonObject): [string, unknown][] {
  const properties = node['properties'];
  if (!isObject(properties)) return [];
  return Object.entries(properties).filter(([name]) => name !== '__proto__');
}

/** Names a resolved node requires. */
export function requiredOf(node: JsonObject): string[] {
  const required = node['required'];
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** Whether a schema describes a JSON object, so that a form of named fields can be made of it. */
export function isObjectSchema(schema: unknown): schema is JsonObject {
  if (!isObject(schema)) return false;
  const node = resolveNode(schema, schema);
  const types = typesOf(node);
  if (types.length > 0) return types.includes('object');
  const branches = [node['anyOf'], node['oneOf']].flatMap((union) =>
    Array.isArray(union) ? union : [],
  );
  return branches.some((branch) => typesOf(resolveNode(schema, branch)).includes('object'));
}
