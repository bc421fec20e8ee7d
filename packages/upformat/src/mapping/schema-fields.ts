import { isObject, type JsonObject } from '@countersign/json/json-object';
import {
  propertiesOf,
  requiredOf,
  resolveNode,
  typesOf,
} from '@countersign/json-schema/schema-node';
import { type FieldStep, fieldPath } from './field-path.ts';

/** One place in the values a schema describes. */
export interface SchemaField {
  /** As `upContext.fields` writes it: `candidates[].email`. */
  path: string;
  steps: readonly FieldStep[];
  /** References followed, nullable unwrapped. */
  node: JsonObject;
  /** Its parent requires it. */
  required: boolean;
  /** It and all its parents are required. */
  needed: boolean;
  /** It has no described parts of its own. */
  leaf: boolean;
}

/** A schema may be recursive or hostile: deeper and further fields are not listed. */
const maxDepth = 8;
const maxFields = 500;
const maxBranches = 500;

/** The fields of a JSON Schema, parents before their parts, in the schema's order. Items of arrays are `…[]`. */
export function schemaFields(schema: unknown): SchemaField[] {
  const found = new Map<string, SchemaField>();
  const search = { root: schema, found, branchesLeft: maxBranches };
  visitParts(search, resolveNode(schema, schema), { steps: [], depth: 0, needed: true });
  return [...found.values()];
}

interface Search {
  root: unknown;
  found: Map<string, SchemaField>;
  branchesLeft: number;
}
interface Place {
  steps: readonly FieldStep[];
  /** Also counts branches of unions, because they add no step. */
  depth: number;
  needed: boolean;
}

/** Returns whether the node has any parts. */
function visitParts(search: Search, node: JsonObject, place: Place): boolean {
  if (place.depth >= maxDepth) return false;
  const required = requiredOf(node);
  const properties = propertiesOf(node);
  for (const [name, property] of properties) {
    visit(search, property, { place, step: name, required: required.includes(name) });
  }
  const hasItems = isObject(node['items']) && Object.keys(node['items']).length > 0;
  // The required members of items count if the array is required.
  if (hasItems) visit(search, node['items'], { place, step: null, required: true });
  let hasParts = hasItems || properties.length > 0;
  for (const branch of branchesOf(node)) {
    search.branchesLeft -= 1;
    if (search.branchesLeft < 0) break;
    const part = resolveNode(search.root, branch);
    if (visitParts(search, part, { ...place, depth: place.depth + 1, needed: false }))
      hasParts = true;
  }
  return hasParts;
}

/** The possible members: in a union the members of each branch exist, but none is required. */
function branchesOf(node: JsonObject): unknown[] {
  return ['anyOf', 'oneOf'].flatMap((union) => {
    const branches = node[union];
    return Array.isArray(branches) ? branches : [];
  });
}

function visit(
  search: Search,
  part: unknown,
  { place, step, required }: { place: Place; step: FieldStep; required: boolean },
): void {
  const steps = [...place.steps, step];
  const path = fieldPath(steps);
  if (search.found.has(path) || search.found.size >= maxFields) return;
  const node = resolveNode(search.root, part);
  const field: SchemaField = {
    path,
    steps,
    node,
    required: required && step !== null,
    needed: place.needed && required,
    leaf: false,
  };
  search.found.set(path, field);
  field.leaf = !visitParts(search, node, { steps, depth: place.depth + 1, needed: field.needed });
}

/** What a node says about itself: its description, else its title. */
export function descriptionOf(node: JsonObject): string | undefined {
  return [node['description'], node['title']].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
}

/** The types of a node without null. */
export const valueTypesOf = (node: JsonObject): string[] =>
  typesOf(node).filter((type) => type !== 'null');

/** Annotations in which a schema names concepts, formal (`schema:Person`) or free. */
const conceptKeywords = ['x-concepts', '@type', 'x-jsonld-type'];

/** The concepts of a node; only strings count. */
export function conceptsOf(node: JsonObject): string[] {
  return conceptKeywords
    .flatMap((keyword) => node[keyword])
    .filter((concept): concept is string => typeof concept === 'string' && concept !== '');
}
