import { isObject } from '@countersign/json/json-object';
import { distanceOf, nearestFaults } from '@countersign/json-schema/check/nearest-faults';
import { followReferences, isNothingAllowed } from '@countersign/json-schema/follow-references';
import { judge } from '@countersign/json-schema/judge';
import { mergeNodes } from '@countersign/json-schema/merge-nodes';
import { fitsNode } from '@countersign/json-schema/node-for-value';
import {
  fieldTypeOf,
  meantTypes,
  namedTypes,
  type TypeName,
} from '@countersign/json-schema/node-type';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { formsText } from '../../../text/texts.ts';
import { textOf } from '../field-text.ts';

const MAX_BRANCHES = 100;
const MAX_STEPS = 3_000;

/** Every type, for a node without constraints. */
const anyTypes: TypeName[] = ['string', 'number', 'boolean', 'array', 'object', 'null'];

const typeBranch = (type: TypeName): SchemaNode => ({ type, title: formsText.typeTitle[type] });

/** A branch without fields: it only requires some of the group's own members. */
const shaping =
  'type properties items prefixItems enum const oneOf anyOf allOf $ref format additionalProperties patternProperties'.split(
    ' ',
  );
const shapes = (branch: SchemaNode) => shaping.some((keyword) => branch[keyword] !== undefined);

/**
 * The variants of a value: the branches of `oneOf` or `anyOf` that shape it, else the types it may have. Null when there is only one.
 * `null` next to one other variant is no branch: the field can be left empty.
 */
export function branchesOf(node: SchemaNode, root: SchemaNode): SchemaNode[] | null {
  const union = node['oneOf'] ?? node['anyOf'];
  if (Array.isArray(union)) {
    const branches = union.slice(0, MAX_BRANCHES).map((branch) => followReferences(root, branch));
    if (branches.some(shapes)) return branches.filter((branch) => !isNothingAllowed(branch));
  }
  const types = meantTypes(node);
  if (types.length === 1 || hasValues(node)) return null;
  return (types.length === 0 ? anyTypes : types).map(typeBranch);
}

const hasValues = (node: SchemaNode) => 'const' in node || Array.isArray(node['enum']);

const isNull = (branch: SchemaNode) =>
  branch['type'] === 'null' || ('const' in branch && branch['const'] === null);

/** The node without the form `null`, and whether it had one: a field that may be empty is one field, not a choice. */
export function withoutNull(
  node: SchemaNode,
  root: SchemaNode,
): { node: SchemaNode; nullable: boolean } {
  const types = namedTypes(node);
  if (types.length === 2 && types.includes('null')) {
    return { node: { ...node, type: types.find((type) => type !== 'null') }, nullable: true };
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const { [keyword]: union, ...outer } = node;
    if (!Array.isArray(union) || union.length !== 2) continue;
    const branches = union.map((branch) => followReferences(root, branch));
    const [only] = branches.filter((branch) => !isNull(branch));
    if (only === undefined || !branches.some(isNull)) continue;
    return { node: mergeNodes(outer, only), nullable: true };
  }
  return { node, nullable: types.length === 1 && types[0] === 'null' };
}

/** The node of a member that is shown elsewhere and needs no field; identified by reference. */
export const hiddenNode: SchemaNode = {};

/** The fields of a form that were fixed for it: `kind: "card"`. */
export function fixedMembers(branch: SchemaNode, root: SchemaNode): Record<string, unknown> {
  const properties = isObject(branch['properties']) ? branch['properties'] : {};
  const fixed = Object.entries(properties).flatMap(([key, child]) => {
    const node = followReferences(root, child);
    const options = Array.isArray(node['enum']) ? node['enum'] : [];
    if ('const' in node) return [[key, node['const']] as const];
    return options.length === 1 ? [[key, options[0]] as const] : [];
  });
  return Object.fromEntries(fixed);
}

/**
 * Index of the variant of a value: the one it fits, else the most likely one (its fixed members, then the fewest errors); -1 when it
 * has none yet.
 */
export function branchOf(
  branches: readonly SchemaNode[],
  root: SchemaNode,
  value: unknown,
): number {
  if (value === undefined) return -1;
  const fitting = branches.flatMap((branch, index) =>
    fitsNode(root, branch, value) ? [index] : [],
  );
  // Of several that fit, the one with fields for most of the members.
  if (fitting.length > 0) return bestOf(fitting, (index) => coverOf(branches[index], value));
  const likely = branches.flatMap((branch, index) => (isOfType(branch, value) ? [index] : []));
  return bestOf(likely, (index) => {
    const { faults } = judge(root, value, { node: branches[index], steps: MAX_STEPS });
    return -distanceOf(nearestFaults(faults), 0);
  });
}

function bestOf(places: readonly number[], worth: (place: number) => number): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (const place of places) {
    const mine = worth(place);
    if (mine > most) [best, most] = [place, mine];
  }
  return best;
}

/** How many members of a value a form has a field for. */
function coverOf(branch: SchemaNode | undefined, value: unknown): number {
  const properties = branch?.['properties'];
  if (!isObject(value) || !isObject(properties)) return 0;
  return Object.keys(value).filter((key) => Object.hasOwn(properties, key)).length;
}

function isOfType(branch: SchemaNode, value: unknown): boolean {
  const types = meantTypes(branch);
  const type = fieldTypeOf(value);
  if (types.length === 0 || type === undefined) return true;
  return types.includes(type) || (type === 'number' && types.includes('integer'));
}

/** Index of the form to show: the chosen one, unless the value clearly has another. */
export function shownBranch(
  branches: readonly SchemaNode[],
  { value, picked, found }: { value: unknown; picked: number | null; found: number },
): number {
  const mine = picked === null ? undefined : branches[picked];
  if (picked === null || mine === undefined || found < 0) return picked ?? found;
  const isOther = value !== null && !isOfType(mine, value);
  return isOther || coverOf(branches[found], value) > coverOf(mine, value) ? found : picked;
}

/** The label of a variant: its title, its distinguishing value, else its type or its index. */
export function branchTitle(branch: SchemaNode, root: SchemaNode, place: number): string {
  const title = textOf(branch['title'], 80);
  if (title !== undefined) return title;
  const [fixed] = Object.values(fixedMembers(branch, root));
  if (typeof fixed === 'string') return textOf(fixed, 80) ?? formsText.option(place + 1);
  const description = textOf(branch['description'], 80);
  if (description !== undefined) return description;
  const [type, second] = meantTypes(branch);
  const isPlain = type !== undefined && second === undefined && !isObject(branch['properties']);
  return isPlain ? formsText.typeTitle[type] : formsText.option(place + 1);
}

/** The value for another form: matching members are kept, those of the previous form removed, fixed ones set. */
export function carryTo(
  branch: SchemaNode,
  value: unknown,
  { root, before, outer }: { root: SchemaNode; before: SchemaNode | undefined; outer: SchemaNode },
): unknown {
  if ('const' in branch) return branch['const'];
  const [type] = meantTypes(branch);
  if (type === 'null') return null;
  if (type !== 'object' && !isObject(branch['properties'])) {
    if (value !== undefined && fitsNode(root, branch, value)) return value;
    return type === 'string' ? textFrom(value) : type === 'array' ? [] : branch['default'];
  }
  const mine = isObject(branch['properties']) ? branch['properties'] : {};
  const shared = isObject(outer['properties']) ? outer['properties'] : {};
  const theirs = isObject(before?.['properties']) ? before['properties'] : {};
  const kept = Object.entries(isObject(value) ? value : {}).filter(([key, member]) => {
    if (Object.hasOwn(mine, key)) return fitsNode(root, mine[key], member);
    return Object.hasOwn(shared, key) || !Object.hasOwn(theirs, key);
  });
  const given = isObject(branch['default']) ? branch['default'] : {};
  return { ...given, ...Object.fromEntries(kept), ...fixedMembers(branch, root) };
}

const textFrom = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
