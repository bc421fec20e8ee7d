import { isObject, memberOf } from '@countersign/json/json-object';
import { fieldNames } from '@countersign/json-schema/field-names';
import { nodeForValue } from '@countersign/json-schema/node-for-value';
import { type SchemaNode, stringsOf } from '@countersign/json-schema/schema-members';
import { withoutNull } from './branches.ts';
import { fieldKind } from './field-kind.ts';

const MAX_DEPTH = 12;
const MAX_NODES = 1_000;

/**
 * The initial value of a form: the proposal, plus the schema's defaults, fixed values and required groups where the proposal has
 * none. Nothing else is added.
 */
export function initialValue(
  schema: unknown,
  proposal: unknown,
  root: SchemaNode = isObject(schema) ? schema : {},
): unknown {
  return filled(schema, proposal, { root, depth: 0, budget: { left: MAX_NODES } });
}

interface Filling {
  root: SchemaNode;
  depth: number;
  budget: { left: number };
}

function filled(schema: unknown, proposal: unknown, at: Filling): unknown {
  at.budget.left -= 1;
  if (!isObject(schema) || at.depth > MAX_DEPTH || at.budget.left < 0) return proposal;
  const node = nodeForValue(at.root, schema, proposal);
  if (proposal === undefined) {
    if ('default' in node) return node['default'];
    if ('const' in node) return node['const'];
  }
  const names = fieldNames(node);
  if (names.length === 0 || (proposal !== undefined && !isObject(proposal))) return proposal;
  const required = new Set(stringsOf(node['required']));
  const value = new Map<string, unknown>(Object.entries(isObject(proposal) ? proposal : {}));
  for (const name of names) {
    const child = memberOf(node['properties'], name);
    const mine = memberOf(proposal, name);
    const hasDefault = isObject(child) && 'default' in child;
    if (mine === undefined && !required.has(name) && !hasDefault) continue;
    const next = filled(child, mine, { ...at, depth: at.depth + 1 });
    if (next !== undefined) value.set(name, next);
  }
  return Object.fromEntries(value);
}

/** A value to start a new group or entry with: defaults where given, else the empty value of its kind. */
export function newItem(item: unknown, root: SchemaNode): unknown {
  const value = initialValue(item, undefined, root);
  if (value !== undefined) return value;
  const { node } = withoutNull(nodeForValue(root, item, undefined), root);
  switch (fieldKind(node, undefined, root).kind) {
    case 'object':
      return {};
    case 'array':
    case 'multi':
      return [];
    case 'text':
    case 'long-text':
    case 'secret':
      return '';
    default:
      // A list has no gaps: null is what is still to be filled in.
      return null;
  }
}
