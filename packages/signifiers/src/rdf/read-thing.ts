import type { JsonObject } from '@countersign/json/json-object';
import type { Quad, Term } from 'n3';
import { GraphReader } from './graph.ts';
import { readSchema } from './read-schema.ts';

const kinds = [
  ['properties', 'hasPropertyAffordance'],
  ['actions', 'hasActionAffordance'],
  ['events', 'hasEventAffordance'],
] as const;

const wotSecurity = 'https://www.w3.org/2019/wot/security#';

/**
 * A thing description in RDF as the JSON that `mapWot` reads, its forms in the order of the text; null = the graph describes no thing.
 * Security is read as far as there being none: another scheme is needed by its name.
 */
export function readThing(quads: readonly Quad[]): JsonObject | null {
  const graph = new GraphReader(quads);
  const [typed] = graph.ofType('td', 'Thing');
  const thing = typed ?? quads.find(({ predicate }) => isAffordanceLink(predicate.value))?.subject;
  if (thing === undefined) return null;
  const base = graph.text(thing, 'td', 'hasBase') || graph.text(thing, 'td', 'baseURI');
  return {
    title: graph.text(thing, 'td', 'title') || graph.text(thing, 'td', 'name'),
    ...(base === '' ? {} : { base }),
    ...readSecurity(graph, thing),
    ...Object.fromEntries(
      kinds.map(([member, link]) => [
        member,
        Object.fromEntries(
          graph
            .all(thing, 'td', link)
            .map((node) => [graph.text(node, 'td', 'name'), readAffordance(graph, node)] as const)
            .filter(([name]) => name !== ''),
        ),
      ]),
    ),
  };
}

const isAffordanceLink = (iri: string): boolean =>
  kinds.some(([, link]) => iri.endsWith(`td#${link}`));

function readAffordance(graph: GraphReader, node: Term): JsonObject {
  const input = graph.one(node, 'td', 'hasInputSchema');
  const output = graph.one(node, 'td', 'hasOutputSchema');
  const flag = (member: string, name: string) => {
    const value = graph.value(node, 'td', name);
    return typeof value === 'boolean' ? { [member]: value } : {};
  };
  const value = readSchema(graph, node);
  return {
    ...(typeof value === 'object' ? value : {}),
    ...text(graph, node, 'title'),
    ...text(graph, node, 'description'),
    ...(input === undefined ? {} : { input: readSchema(graph, input) }),
    ...(output === undefined ? {} : { output: readSchema(graph, output) }),
    ...flag('safe', 'isSafe'),
    ...flag('idempotent', 'isIdempotent'),
    ...flag('observable', 'isObservable'),
    forms: graph.all(node, 'td', 'hasForm').map((form) => readForm(graph, form)),
  };
}

function text(graph: GraphReader, node: Term, name: 'title' | 'description'): JsonObject {
  const said = graph.text(node, 'td', name);
  return said === '' ? {} : { [name]: said };
}

function readForm(graph: GraphReader, form: Term): JsonObject {
  const method = graph.text(form, 'http', 'methodName');
  const type = graph.text(form, 'hctl', 'forContentType');
  // `td:invokeAction`, or the name as thing descriptions in JSON write it.
  const operations = graph
    .all(form, 'hctl', 'hasOperationType')
    .map(({ value }) => value.slice(value.lastIndexOf('#') + 1).toLowerCase());
  return {
    href: graph.text(form, 'hctl', 'hasTarget'),
    ...(method === '' ? {} : { 'htv:methodName': method }),
    ...(type === '' ? {} : { contentType: type }),
    ...(operations.length === 0 ? {} : { op: operations }),
  };
}

function readSecurity(graph: GraphReader, thing: Term): JsonObject {
  const names = graph
    .all(thing, 'td', 'hasSecurityConfiguration')
    .flatMap((node) => graph.all(node, 'rdf', 'type'))
    .flatMap(({ value }) =>
      value.startsWith(wotSecurity)
        ? [value.slice(wotSecurity.length).replace(/SecurityScheme$/, '')]
        : [],
    );
  const schemes = names.map((name) => (name === 'No' ? 'nosec' : name.toLowerCase()));
  if (schemes.length === 0) return {};
  return {
    security: schemes,
    securityDefinitions: Object.fromEntries(schemes.map((scheme) => [scheme, { scheme }])),
  };
}
