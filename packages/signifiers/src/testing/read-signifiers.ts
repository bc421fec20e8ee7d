import { isObject } from '@countersign/json/json-object';
import type { Quad, Term } from 'n3';
import { z } from 'zod';
import { methodSafety } from '../map/method-safety.ts';
import { signifierId, sourceHashOf } from '../model/identity.ts';
import type {
  ArgumentPlace,
  Artifact,
  Binding,
  Form,
  JsonSchema,
  Signifier,
} from '../model/signifier.ts';
import { GraphReader } from '../rdf/graph.ts';
import { readSchema } from '../rdf/read-schema.ts';
import type { PublishedSignifier } from '../rdf/write-signifier.ts';

/** What a graph says, and what of it is no signifier. */
export interface ReadGraph {
  signifiers: PublishedSignifier[];
  /** The nodes that claim to be signifiers and are not, with the reason. */
  skipped: { iri: string; reason: string }[];
}

/**
 * Reads the signifiers of a graph: ours as they were, and those of others, as the paper describes them, as far as they go. What only
 * our vocabulary says is checked like everything that comes from outside.
 *
 * @param foreign The artifact of signifiers that name none.
 */
export function readSignifiers(quads: readonly Quad[], foreign: Artifact): ReadGraph {
  const graph = new GraphReader(quads);
  const read: ReadGraph = { signifiers: [], skipped: [] };
  for (const node of graph.ofType('hmas', 'Signifier')) {
    const result = readOne(graph, node, foreign);
    if (typeof result === 'string') read.skipped.push({ iri: node.value, reason: result });
    else read.signifiers.push({ iri: node.value, signifier: result });
  }
  return read;
}

function readOne(graph: GraphReader, node: Term, foreign: Artifact): Signifier | string {
  const label = graph.text(node, 'rdfs', 'label');
  const context = graph.text(graph.one(node, 'hmas', 'recommendsContext'), 'rdfs', 'comment');
  if (label === '') return 'has no label';
  if (context === '') return 'has no recommended context in plain language';
  const affordance = graph.one(node, 'hmas', 'signifies');
  const form = readForm(graph, graph.one(affordance, 'td', 'hasForm'));
  if (typeof form === 'string') return form;
  const bodyNode = graph.one(affordance, 'td', 'hasInputSchema');
  const body = bodyNode === undefined ? null : readSchema(graph, bodyNode);
  const artifact = readArtifact(graph, graph.one(node, 'cs', 'artifact')) ?? foreign;
  const binding = parsed(bindingShape, graph.value(node, 'cs', 'binding'));
  const nativeName = graph.text(node, 'cs', 'nativeName') || node.value;
  const rest = {
    ...{ label, context, artifact, nativeName, form, body },
    abilities: graph
      .all(node, 'hmas', 'recommendsAbility')
      .flatMap((ability) => graph.all(ability, 'rdf', 'type').map(({ value }) => value)),
    binding: binding ?? ({ kind: 'http', places: null } satisfies Binding),
    input: readInput(graph, graph.one(affordance, 'cs', 'argumentsSchema'), { body, binding }),
    secrets: parsed(secretsShape, graph.value(node, 'cs', 'needs')) ?? [],
    safety: parsed(safetyShape, graph.value(node, 'cs', 'safety')) ?? methodSafety(form.method),
    isStream: graph.value(node, 'cs', 'isStream') === true,
  };
  return {
    ...rest,
    id: graph.text(node, 'cs', 'id') || signifierId(artifact, nativeName),
    sourceHash: graph.text(node, 'cs', 'sourceHash') || sourceHashOf(rest),
  };
}

function readForm(graph: GraphReader, node: Term | undefined): Form | string {
  if (node === undefined) return 'has no form';
  const method = graph.text(node, 'http', 'methodName');
  const target = graph.text(node, 'cs', 'targetTemplate') || graph.text(node, 'hctl', 'hasTarget');
  if (method === '') return 'its form has no method';
  if (target === '') return 'its form has no target';
  return {
    method,
    target,
    contentType: graph.text(node, 'hctl', 'forContentType') || null,
    headers: graph.items(graph.one(node, 'http', 'headers')).map((header) => ({
      name: graph.text(header, 'http', 'fieldName'),
      value: graph.text(header, 'http', 'fieldValue'),
    })),
    operation: graph.text(node, 'hctl', 'hasOperationType') || null,
  };
}

/** Without our vocabulary, the arguments are the body. */
function readInput(
  graph: GraphReader,
  node: Term | undefined,
  { body, binding }: { body: JsonSchema | null; binding: Binding | null },
): JsonSchema | null {
  if (node === undefined) return binding === null ? body : null;
  return node.termType === 'Literal' ? body : readSchema(graph, node);
}

function readArtifact(graph: GraphReader, node: Term | undefined): Artifact | null {
  return parsed(artifactShape, {
    id: graph.text(node, 'cs', 'id'),
    name: graph.text(node, 'rdfs', 'label'),
    kind: graph.text(node, 'cs', 'kind'),
  });
}

function parsed<Value>(shape: z.ZodType<Value>, value: unknown): Value | null {
  const result = shape.safeParse(value);
  return result.success ? result.data : null;
}

const artifactShape = z.object({
  id: z.string().min(1),
  name: z.string(),
  kind: z.enum(['mcp', 'a2a', 'utcp', 'wot']),
});

const placeShape = z.enum(['path', 'query', 'header', 'body']);

/** Not a record of zod, which leaves out a parameter named __proto__. */
const placesShape = z.custom<Record<string, ArgumentPlace>>(
  (value) =>
    isObject(value) && Object.values(value).every((place) => placeShape.safeParse(place).success),
);

const bindingShape: z.ZodType<Binding> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['mcp-tool', 'mcp-resource']), version: z.string() }),
  z.object({ kind: z.literal('a2a-message'), version: z.enum(['1.0', '0.3']) }),
  z.object({
    kind: z.literal('http'),
    places: placesShape.nullable(),
  }),
]);

const secretsShape = z.array(
  z.object({
    scheme: z.string(),
    place: z.enum(['header', 'query', 'cookie', 'other']),
    name: z.string(),
  }),
);

const safetyShape = z.object({
  readOnly: z.boolean(),
  destructive: z.boolean(),
  idempotent: z.boolean(),
  source: z.enum(['protocol', 'method', 'description', 'default']),
});
