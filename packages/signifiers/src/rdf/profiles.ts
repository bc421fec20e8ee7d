import { DataFactory, type Quad, type Term } from 'n3';
import { GraphReader, GraphWriter, scalar } from './graph.ts';
import { term } from './vocabulary.ts';
import { webIri } from './web-iri.ts';
import { type PublishedSignifier, writeSignifier } from './write-signifier.ts';

/** What an agent says of itself: what it is about to do, and what it is able to do. */
export interface AgentProfile {
  iri: string;
  /** In plain language; `''` = it said nothing. */
  context: string;
  /** IRIs of the types of its abilities. */
  abilities: string[];
}

/** The graph of an agent's profile. An agent that said nothing has no context in it: an empty one would be a context. */
export function agentProfileQuads({ iri, context, abilities }: AgentProfile): Quad[] {
  const graph = new GraphWriter();
  const node = DataFactory.namedNode(webIri(iri));
  graph.add(node, ['rdf', 'type'], term('hmas', 'AgentProfile'));
  if (context.trim() !== '') {
    const said = graph.blank();
    graph.add(node, ['hmas', 'hasContext'], said);
    graph.add(said, ['rdfs', 'comment'], scalar(context));
  }
  for (const type of abilities) {
    const ability = graph.blank();
    graph.add(node, ['hmas', 'hasAbility'], ability);
    graph.add(ability, ['rdf', 'type'], DataFactory.namedNode(webIri(type)));
  }
  return graph.quads;
}

/**
 * Reads the profile of an agent. An ability is a node with a type, or the type itself. Several contexts are one text of several parts.
 */
export function readAgentProfile(quads: readonly Quad[], iri: string): AgentProfile {
  const graph = new GraphReader(quads);
  const node = DataFactory.namedNode(iri);
  const contexts = graph
    .all(node, 'hmas', 'hasContext')
    .flatMap((one) => graph.all(one, 'rdfs', 'comment').map(({ value }) => value.trim()))
    .filter((text) => text !== '');
  const typesOf = (ability: Term) =>
    ability.termType === 'NamedNode' && graph.about(ability).length === 0
      ? [ability.value]
      : graph.all(ability, 'rdf', 'type').map(({ value }) => value);
  return {
    iri,
    context: contexts.join('; '),
    abilities: [...new Set(graph.all(node, 'hmas', 'hasAbility').flatMap(typesOf))],
  };
}

/** The graph of a service with the signifiers that it exposes. */
export function resourceProfileQuads(
  resource: { iri: string; name: string },
  exposed: readonly PublishedSignifier[],
): Quad[] {
  const graph = new GraphWriter();
  const node = DataFactory.namedNode(webIri(resource.iri));
  graph.add(node, ['rdf', 'type'], term('hmas', 'ResourceProfile'));
  graph.add(node, ['rdfs', 'label'], scalar(resource.name));
  for (const { iri } of exposed) {
    graph.add(node, ['hmas', 'exposesSignifier'], DataFactory.namedNode(webIri(iri)));
  }
  for (const one of exposed) writeSignifier(graph, one);
  return graph.quads;
}
