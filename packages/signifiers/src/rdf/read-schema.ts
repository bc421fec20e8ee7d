import { canonicalJson } from '@countersign/json/canonical-json';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { Term } from 'n3';
import type { JsonSchema } from '../model/signifier.ts';
import { GraphReader, GraphWriter, jsonValueOf, keyOf } from './graph.ts';
import { isKeyword, keywords, typesByName } from './schema-terms.ts';
import { localName } from './vocabulary.ts';
import { writeSchemaNode } from './write-schema-node.ts';

/** Deeper schemas are cut: a graph may be in a circle. */
const maxDepth = 200;

/**
 * Reads a JSON Schema. The document that `writeSchema` adds is used if the graph still says the same; a graph that was edited since
 * then counts as it is.
 */
export function readSchema(graph: GraphReader, node: Term): JsonSchema {
  const projected = projectedSchema(graph, node);
  const document = graph.value(node, 'cs', 'schemaDocument');
  if (!isObject(document) && typeof document !== 'boolean') return projected;
  const writer = new GraphWriter();
  const root = writeSchemaNode(writer, document);
  const ofDocument = projectedSchema(new GraphReader(writer.quads), root);
  return canonicalJson(unordered(ofDocument)) === canonicalJson(unordered(projected))
    ? document
    : projected;
}

/** The schema that the terms of a graph give, without the document. Lists have the order of the graph's text. */
export function projectedSchema(
  graph: GraphReader,
  node: Term,
  path: ReadonlySet<string> = new Set(),
): JsonSchema {
  const key = keyOf(node);
  if (path.has(key) || path.size > maxDepth) return {};
  const inside = new Set(path).add(key);
  const flag = graph.value(node, 'cs', 'schema');
  if (typeof flag === 'boolean') return flag;
  const types = graph.all(node, 'rdf', 'type').flatMap(({ value }) => {
    const type = typesByName.get(localName(value, 'js') ?? '');
    return type === undefined ? [] : [type];
  });
  const [type, ...more] = types;
  const schema: JsonObject = {};
  if (type !== undefined) schema['type'] = more.length === 0 ? type : types;
  const title = graph.value(node, 'td', 'title');
  if (typeof title === 'string') schema['title'] = title;
  const properties: [string, JsonSchema][] = [];
  for (const { predicate, object } of graph.about(node)) {
    const keyword = localName(predicate.value, 'js');
    if (keyword === null || !isKeyword(keyword)) continue;
    if (keyword === 'properties') {
      properties.push([
        graph.text(object, 'js', 'propertyName'),
        projectedSchema(graph, object, inside),
      ]);
      continue;
    }
    const value =
      object.termType === 'Literal' ? jsonValueOf(object) : projectedSchema(graph, object, inside);
    if (value === undefined) continue;
    const isList = keywords.schemas.has(keyword) || keywords.values.has(keyword);
    const known = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    if (!isList) schema[keyword] ??= value;
    else if (Array.isArray(known)) known.push(value);
    else schema[keyword] = [value];
  }
  if (properties.length > 0) schema['properties'] = Object.fromEntries(properties);
  return schema;
}

/** A schema with its sets in one order, to compare graphs that a store has put into another one. */
function unordered(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema
      .map(unordered)
      .sort((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1));
  }
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, unordered(value)]),
  );
}
