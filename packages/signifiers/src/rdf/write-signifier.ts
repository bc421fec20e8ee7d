import { canonicalJson } from '@countersign/json/canonical-json';
import { jsonEqual } from '@countersign/json/json-equal';
import { DataFactory, type NamedNode, type Quad, type Quad_Object, type Quad_Subject } from 'n3';
import type { Form, Signifier } from '../model/signifier.ts';
import { GraphWriter, jsonLiteral, scalar } from './graph.ts';
import { term } from './vocabulary.ts';
import { webIri } from './web-iri.ts';
import { writeSchema } from './write-schema.ts';

type Node = Quad_Subject & Quad_Object;

/** A signifier with the IRI under which it is published. */
export interface PublishedSignifier {
  iri: string;
  signifier: Signifier;
}

/**
 * The graph of signifiers: the model of the paper (listing 1), and in a vocabulary of our own (`cs:`) the parts of the record that it
 * has no terms for. Nothing is lost: a test reads the same records back.
 */
export function signifierQuads(published: readonly PublishedSignifier[]): Quad[] {
  const graph = new GraphWriter();
  for (const one of published) writeSignifier(graph, one);
  return graph.quads;
}

/** Adds one signifier to a graph, and returns its node. */
export function writeSignifier(
  graph: GraphWriter,
  { iri, signifier }: PublishedSignifier,
): NamedNode {
  const node = DataFactory.namedNode(webIri(iri));
  const context = graph.blank();
  const affordance = graph.blank();
  graph.add(node, ['rdf', 'type'], term('hmas', 'Signifier'));
  graph.add(node, ['rdfs', 'label'], scalar(signifier.label));
  graph.add(node, ['hmas', 'recommendsContext'], context);
  graph.add(context, ['rdfs', 'comment'], scalar(signifier.context));
  for (const type of signifier.abilities) writeAbility(graph, node, type);
  graph.add(node, ['hmas', 'signifies'], affordance);
  graph.add(affordance, ['rdf', 'type'], term('td', 'InteractionAffordance'));
  graph.add(affordance, ['td', 'hasForm'], writeForm(graph, signifier.form));
  const { body, input } = signifier;
  if (body !== null) graph.add(affordance, ['td', 'hasInputSchema'], writeSchema(graph, body));
  if (input !== null) {
    // Often they are one, as for a text body.
    const isBody = body !== null && jsonEqual(input, body);
    const object = isBody ? scalar('body') : writeSchema(graph, input);
    graph.add(affordance, ['cs', 'argumentsSchema'], object);
  }
  writeRest(graph, node, signifier);
  return node;
}

/** An ability is a node of its type: a comment alone would match nothing. */
export function writeAbility(graph: GraphWriter, subject: Node, type: string): void {
  const ability = graph.blank();
  graph.add(subject, ['hmas', 'recommendsAbility'], ability);
  graph.add(ability, ['rdf', 'type'], DataFactory.namedNode(webIri(type)));
}

function writeForm(graph: GraphWriter, form: Form): Node {
  const node = graph.blank();
  graph.add(node, ['http', 'methodName'], scalar(form.method));
  if (form.contentType !== null) {
    graph.add(node, ['hctl', 'forContentType'], scalar(form.contentType));
  }
  const target = webIri(form.target);
  graph.add(node, ['hctl', 'hasTarget'], DataFactory.namedNode(target));
  if (target !== form.target) graph.add(node, ['cs', 'targetTemplate'], scalar(form.target));
  if (form.operation !== null) {
    graph.add(node, ['hctl', 'hasOperationType'], scalar(form.operation));
  }
  if (form.headers.length > 0) {
    const headers = form.headers.map(({ name, value }) => {
      const header = graph.blank();
      graph.add(header, ['http', 'fieldName'], scalar(name));
      graph.add(header, ['http', 'fieldValue'], scalar(value));
      return header;
    });
    graph.add(node, ['http', 'headers'], graph.list(headers));
  }
  return node;
}

function writeRest(graph: GraphWriter, node: Node, signifier: Signifier): void {
  const { artifact, binding, secrets, safety } = signifier;
  const of = graph.blank();
  graph.add(node, ['cs', 'id'], scalar(signifier.id));
  graph.add(node, ['cs', 'artifact'], of);
  graph.add(of, ['cs', 'id'], scalar(artifact.id));
  graph.add(of, ['rdfs', 'label'], scalar(artifact.name));
  graph.add(of, ['cs', 'kind'], scalar(artifact.kind));
  graph.add(node, ['cs', 'nativeName'], scalar(signifier.nativeName));
  graph.add(node, ['cs', 'binding'], jsonLiteral(canonicalJson(binding)));
  graph.add(node, ['cs', 'safety'], jsonLiteral(canonicalJson(safety)));
  if (secrets.length > 0) graph.add(node, ['cs', 'needs'], jsonLiteral(canonicalJson(secrets)));
  if (signifier.isStream) graph.add(node, ['cs', 'isStream'], scalar(true));
  graph.add(node, ['cs', 'sourceHash'], scalar(signifier.sourceHash));
}
