import { canonicalJson } from '@countersign/json/canonical-json';
import { jsonEqual } from '@countersign/json/json-equal';
import type { JsonSchema } from '../model/signifier.ts';
import { GraphReader, GraphWriter, jsonLiteral } from './graph.ts';
import { projectedSchema } from './read-schema.ts';
import { type SchemaNode, writeSchemaNode } from './write-schema-node.ts';

/**
 * Writes a JSON Schema in the vocabulary of the Web of Things, as the paper does, and returns its node. RDF has sets where JSON has
 * lists, and no word for some keywords: where the graph alone would not give the same schema back, the whole schema is added as one
 * literal (`cs:schemaDocument`).
 */
export function writeSchema(graph: GraphWriter, schema: JsonSchema): SchemaNode {
  const scratch = new GraphWriter();
  const trial = writeSchemaNode(scratch, schema);
  const readBack = projectedSchema(new GraphReader(scratch.quads), trial);
  const node = writeSchemaNode(graph, schema);
  if (!jsonEqual(readBack, schema)) {
    graph.add(node, ['cs', 'schemaDocument'], jsonLiteral(canonicalJson(schema)));
  }
  return node;
}
