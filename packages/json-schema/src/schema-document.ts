import { isObject, type JsonObject } from '@countersign/json/json-object';
import { tokensOf, valueAt } from '@countersign/json/json-pointer';
import { resolveUri } from './check/uri.ts';

/** A schema with a name of its own (`$id`), or the whole document; references inside are read from here. */
export interface SchemaResource {
  root: unknown;
  base: string;
  anchors: Map<string, unknown>;
  dynamicAnchors: Map<string, unknown>;
}

/** A part of a schema and the resource it belongs to. */
export interface SchemaPlace {
  node: unknown;
  resource: SchemaResource;
}

export type Draft = 4 | 7 | 2019 | 2020;

/** What is known of a schema before a value is checked: its draft, names and anchors. */
export interface SchemaDocument {
  root: unknown;
  draft: Draft;
  resource: SchemaResource;
  /** The resource that starts at this node, if any. */
  startsAt: (node: object) => SchemaResource | undefined;
  /** The target of a reference, null if it is outside of the document or does not exist. Nothing is ever fetched. */
  resolve: (reference: string, from: SchemaResource) => SchemaPlace | null;
}

const maxNodes = 400_000;
/** Members that are values, never schemas. */
const valueKeywords = new Set(['enum', 'const', 'default', 'examples', 'required', 'type']);
/** Members whose own members are schemas under names of their own. */
const mapKeywords = new Set(
  'properties patternProperties $defs definitions dependentSchemas dependencies'.split(' '),
);

const newResource = (root: unknown, base: string): SchemaResource => ({
  root,
  base,
  anchors: new Map(),
  dynamicAnchors: new Map(),
});

/** The draft a schema names for itself; the newest when it names none. */
export function draftOf(schema: unknown): Draft {
  const named = isObject(schema) ? schema['$schema'] : undefined;
  if (typeof named !== 'string') return 2020;
  if (/draft-0?4\b/.test(named)) return 4;
  if (/draft-0?[67]\b/.test(named)) return 7;
  return named.includes('2019-09') ? 2019 : 2020;
}

const documents = new WeakMap<object, SchemaDocument>();

/** Reads the names of a schema; cached by object. */
export function schemaDocument(root: unknown): SchemaDocument {
  if (!isObject(root)) return readDocument(root);
  const known = documents.get(root);
  if (known !== undefined) return known;
  const document = readDocument(root);
  documents.set(root, document);
  return document;
}

function readDocument(root: unknown): SchemaDocument {
  const resource = newResource(root, '');
  const byName = new Map<string, SchemaResource>();
  const begins = new Map<object, SchemaResource>();
  const places = new Map<SchemaResource, Map<string, SchemaPlace | null>>();
  const draft = draftOf(root);
  const open: { node: unknown; resource: SchemaResource; isMap: boolean }[] = [
    { node: root, resource, isMap: false },
  ];
  for (let left = maxNodes; left > 0; left -= 1) {
    const next = open.pop();
    if (next === undefined) break;
    const { node, isMap } = next;
    if (typeof node !== 'object' || node === null) continue;
    let inside = next.resource;
    if (!isMap && isObject(node)) {
      // Drafts up to 7: keywords next to a reference are ignored, including names.
      const isReference = draft <= 7 && typeof node['$ref'] === 'string';
      if (!isReference) inside = named(node, inside, resource);
      if (inside !== next.resource) begins.set(node, inside);
      if (inside.base !== '') byName.set(inside.base, inside);
    }
    for (const [key, child] of Object.entries(node)) {
      if (typeof child !== 'object' || child === null) continue;
      if (!isMap && !Array.isArray(node) && valueKeywords.has(key)) continue;
      const isNamed = !isMap && !Array.isArray(node) && mapKeywords.has(key);
      open.push({ node: child, resource: inside, isMap: isNamed });
    }
  }
  return {
    root,
    draft,
    resource,
    startsAt: (node) => begins.get(node),
    resolve: (reference, from) => {
      const known = places.get(from)?.get(reference);
      if (known !== undefined) return known;
      const place = resolveIn(byName, reference, from);
      const resolved = places.get(from) ?? new Map<string, SchemaPlace | null>();
      places.set(from, resolved.set(reference, place));
      return place;
    },
  };
}

/** Registers the names of a node and its resource, a new one if it has its own `$id`. */
function named(node: JsonObject, around: SchemaResource, whole: SchemaResource): SchemaResource {
  const id = node['$id'] ?? node['id'];
  let resource = around;
  if (typeof id === 'string' && id.startsWith('#')) around.anchors.set(id.slice(1), node);
  else if (typeof id === 'string') {
    const base = resolveUri(around.base, id.replace(/#$/, ''));
    if (node === whole.root) whole.base = base;
    else resource = newResource(node, base);
  }
  if (typeof node['$anchor'] === 'string') resource.anchors.set(node['$anchor'], node);
  if (typeof node['$dynamicAnchor'] === 'string') {
    resource.anchors.set(node['$dynamicAnchor'], node);
    resource.dynamicAnchors.set(node['$dynamicAnchor'], node);
  }
  return resource;
}

function resolveIn(
  byName: ReadonlyMap<string, SchemaResource>,
  reference: string,
  from: SchemaResource,
): SchemaPlace | null {
  const cut = reference.indexOf('#');
  const uri = cut < 0 ? reference : reference.slice(0, cut);
  const fragment = decoded(cut < 0 ? '' : reference.slice(cut + 1));
  const resource = uri === '' ? from : (byName.get(resolveUri(from.base, uri)) ?? byName.get(uri));
  if (resource === undefined) return null;
  if (fragment !== '' && !fragment.startsWith('/')) {
    const node = resource.anchors.get(fragment);
    return node === undefined ? null : { node, resource };
  }
  const node = valueAt(resource.root, tokensOf(fragment));
  return node === undefined ? null : { node, resource };
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
