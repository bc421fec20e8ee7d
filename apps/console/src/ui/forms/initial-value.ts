import { isRecord, isSafeKey } from './pointer.ts';
import { resolveNode, type SchemaNode, stringsOf } from './schema-node.ts';
import { matchesNode } from './validate.ts';

const MAX_DEPTH = 12;

/**
 * What a form starts from: the proposal, plus the schema's defaults, fixed values and required groups where
 * the proposal says nothing. Nothing else is made up.
 */
export function initialValue(
  schema: unknown,
  proposal: unknown,
  root: SchemaNode = isRecord(schema) ? schema : {},
  depth = 0,
): unknown {
  if (!isRecord(schema) || depth > MAX_DEPTH) return proposal;
  const node = resolveNode(schema, root, (condition) => matchesNode(condition, root, proposal));
  const { properties } = node;
  if (proposal === undefined) {
    if ('default' in node) return node['default'];
    if ('const' in node) return node['const'];
    if (!isRecord(properties)) return undefined;
  }
  if (!isRecord(properties)) return proposal;
  const given = isRecord(proposal) ? proposal : {};
  if (proposal !== undefined && !isRecord(proposal)) return proposal;
  const required = stringsOf(node['required']);
  const filled: Record<string, unknown> = { ...given };
  for (const [key, child] of Object.entries(properties)) {
    if (!isSafeKey(key)) continue;
    const mine = Object.hasOwn(given, key) ? given[key] : undefined;
    if (mine === undefined && !required.includes(key) && !hasOwnDefault(child)) continue;
    const value = initialValue(child, mine, root, depth + 1);
    if (value !== undefined) filled[key] = value;
  }
  return filled;
}

function hasOwnDefault(node: unknown): boolean {
  return isRecord(node) && 'default' in node;
}

/** A new entry of a list: defaults where given, else an empty value of the right type. */
export function newItem(item: SchemaNode, root: SchemaNode): unknown {
  const value = initialValue(item, undefined, root);
  if (value !== undefined) return value;
  switch (item['type']) {
    case 'object':
      return {};
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return null;
    default:
      return '';
  }
}
