import { canonicalJson } from '@countersign/json/canonical-json';
import { isObject } from '@countersign/json/json-object';
import type { Quad_Object, Quad_Subject } from 'n3';
import type { JsonSchema } from '../model/signifier.ts';
import { type GraphWriter, jsonLiteral, scalar } from './graph.ts';
import { keywords, typeNames } from './schema-terms.ts';
import { term } from './vocabulary.ts';

export type SchemaNode = Quad_Subject & Quad_Object;

/** Writes what the vocabulary has terms for. */
export function writeSchemaNode(graph: GraphWriter, schema: JsonSchema): SchemaNode {
  const node = graph.blank();
  if (typeof schema === 'boolean') {
    graph.add(node, ['cs', 'schema'], scalar(schema));
    return node;
  }
  // The name of the kind first, as the listings of the paper have it.
  const { type, ...rest } = schema;
  for (const name of Array.isArray(type) ? new Set(type) : [type]) {
    const kind = typeof name === 'string' ? typeNames.get(name) : undefined;
    if (kind !== undefined) graph.add(node, ['rdf', 'type'], term('js', kind));
  }
  for (const [keyword, value] of Object.entries(rest))
    writeKeyword(graph, node, { keyword, value });
  return node;
}

function writeKeyword(
  graph: GraphWriter,
  node: SchemaNode,
  { keyword, value }: { keyword: string; value: unknown },
): void {
  const add = (object: Quad_Object) => graph.add(node, ['js', keyword], object);
  if (keyword === 'title' && typeof value === 'string') {
    graph.add(node, ['td', 'title'], scalar(value));
  } else if (keyword === 'properties' && isObject(value)) {
    for (const [name, schema] of Object.entries(value)) {
      if (!isSchema(schema)) continue;
      const property = writeSchemaNode(graph, schema);
      graph.add(property, ['js', 'propertyName'], scalar(name));
      add(property);
    }
  } else if (keywords.schema.has(keyword) && isSchema(value)) {
    add(typeof value === 'boolean' ? scalar(value) : writeSchemaNode(graph, value));
  } else if (keywords.schemas.has(keyword) && Array.isArray(value)) {
    for (const schema of value) if (isSchema(schema)) add(writeSchemaNode(graph, schema));
  } else if (keywords.values.has(keyword) && Array.isArray(value)) {
    for (const text of new Set(value.map((one) => canonicalJson(one))))
      add(anyValue(JSON.parse(text)));
  } else if (keywords.value.has(keyword)) {
    add(anyValue(value));
  } else if (keywords.scalar.has(keyword) && isScalar(value)) {
    add(scalar(value));
  }
}

const isSchema = (value: unknown): value is JsonSchema =>
  isObject(value) || typeof value === 'boolean';

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const anyValue = (value: unknown): Quad_Object =>
  isScalar(value) ? scalar(value) : jsonLiteral(canonicalJson(value));
