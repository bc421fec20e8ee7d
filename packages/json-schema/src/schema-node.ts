import { isExactNumber, isWhole } from '@countersign/json/exact-number';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { followReferences } from './follow-references.ts';
import { mergeNodes } from './merge-nodes.ts';

/** Maximum of nodes visited by one resolution: schemas may be recursive and hostile. */
const maxNodes = 64;

/**
 * The effective node for any value: local `$ref`s followed, `allOf` merged, and a union of one type and null reduced to that
 * type. References out of the document stay unresolved. Annotations next to a `$ref` (title, description) override the target's.
 */
export function resolveNode(root: unknown, node: unknown): JsonObject {
  return resolve(root, node, { left: maxNodes });
}

function resolve(root: unknown, node: unknown, budget: { left: number }): JsonObject {
  budget.left -= 1;
  if (budget.left < 0) return {};
  const whole = followReferences(root, node);
  if (Array.isArray(whole['allOf'])) {
    const { allOf: _, ...own } = whole;
    const parts = whole['allOf'].slice(0, maxNodes).map((part) => resolve(root, part, budget));
    return parts.reduce<JsonObject>(mergeNodes, own);
  }
  const union = ['anyOf', 'oneOf'].find((name) => onlyBranch(whole[name]) !== undefined);
  if (union === undefined) return whole;
  const { [union]: branches, ...own } = whole;
  const inner = resolve(root, onlyBranch(branches), budget);
  return { ...inner, ...own, type: [...typesOf(inner), 'null'] };
}

/** The other branch of a union with null. */
function onlyBranch(branches: unknown): unknown {
  if (!Array.isArray(branches)) return undefined;
  const real = branches.filter((branch) => !isObject(branch) || branch['type'] !== 'null');
  return real.length === 1 && branches.length > 1 ? real[0] : undefined;
}

/** The types a resolved node declares or implies; empty = anything. */
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

/** The properties of a resolved node, in order. `__proto__` is not a property. */
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

/** Whether a schema describes a JSON object, so that a form of named fields can be made from it. */
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
