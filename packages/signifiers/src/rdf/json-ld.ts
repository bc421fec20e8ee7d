import { isObject, type JsonObject } from '@countersign/json/json-object';
import jsonld from 'jsonld';
import { DataFactory, type Quad, type Term } from 'n3';
import { keyOf } from './graph.ts';
import { GraphTree } from './graph-tree.ts';
import { GraphSyntaxError } from './turtle.ts';
import { namespaces } from './vocabulary.ts';

/** The prefixes of JSON-LD: a term `http` would be taken for the scheme of every address, so that vocabulary is `htv`. */
const prefixes = Object.entries(namespaces).map(
  ([prefix, iri]) => [prefix === 'http' ? 'htv' : prefix, iri] as const,
);

/** A graph as JSON-LD 1.1 with all terms defined in it: a reader needs no other document. */
export function writeJsonLd(quads: readonly Quad[]): JsonObject {
  const tree = new GraphTree(quads);
  const nodes = tree.roots.map((root) => nodeObject(tree, root));
  return { '@context': Object.fromEntries(prefixes), '@graph': nodes };
}

function nodeObject(tree: GraphTree, node: Term): JsonObject {
  const object: JsonObject = tree.isNested(node) ? {} : { '@id': idOf(tree, node) };
  for (const [predicate, objects] of tree.properties(node)) {
    if (predicate === `${namespaces.rdf}type`) {
      const types = objects.map(({ value }) => compact(value));
      object['@type'] = types.length === 1 ? types[0] : types;
      continue;
    }
    const values = objects.map((one) => valueObject(tree, one));
    object[compact(predicate)] = values.length === 1 ? values[0] : values;
  }
  return object;
}

function valueObject(tree: GraphTree, term: Term): unknown {
  if (term.termType === 'Literal') {
    if (term.language !== '') return { '@value': term.value, '@language': term.language };
    const type = term.datatype.value;
    if (type === `${namespaces.xsd}string`) return term.value;
    if (type === `${namespaces.xsd}boolean` && /^(true|false)$/.test(term.value)) {
      return term.value === 'true';
    }
    return { '@value': term.value, '@type': compact(type) };
  }
  const items = tree.listAt(term);
  if (items !== null) return { '@list': items.map((item) => valueObject(tree, item)) };
  return tree.isNested(term) ? nodeObject(tree, term) : { '@id': idOf(tree, term) };
}

const idOf = (tree: GraphTree, node: Term): string =>
  node.termType === 'BlankNode' ? `_:${tree.labelOf(keyOf(node))}` : node.value;

function compact(iri: string): string {
  const found = prefixes.find(([, namespace]) => iri.startsWith(namespace));
  const local = found === undefined ? '' : iri.slice(found[1].length);
  return found !== undefined && /^[A-Za-z][\w-]*$/.test(local) ? `${found[0]}:${local}` : iri;
}

/**
 * The quads of a JSON-LD document. Nothing is fetched: a document whose context is elsewhere is refused.
 *
 * @throws {GraphSyntaxError} if it is not JSON-LD, or needs another document.
 */
export async function parseJsonLd(document: unknown, baseIri?: string): Promise<Quad[]> {
  if (!isObject(document) && !Array.isArray(document)) {
    throw new GraphSyntaxError('is neither an object nor a list');
  }
  let elsewhere: string | null = null;
  try {
    const dataset = await jsonld.toRDF(document, {
      ...(baseIri === undefined ? {} : { base: baseIri }),
      documentLoader: async (url) => {
        elsewhere = url;
        throw new Error('is not fetched');
      },
    });
    return Array.isArray(dataset) ? dataset.flatMap(quadOf) : [];
  } catch (error) {
    if (elsewhere !== null)
      throw new GraphSyntaxError(`refers to ${elsewhere}, which is not fetched`);
    throw new GraphSyntaxError(error instanceof Error ? error.message : 'is not JSON-LD');
  }
}

/** jsonld makes plain objects; these are terms with the methods that others expect. */
function quadOf(plain: unknown): Quad[] {
  if (!isObject(plain)) return [];
  const subject = termOf(plain['subject']);
  const predicate = termOf(plain['predicate']);
  const object = termOf(plain['object']);
  if (subject === null || subject.termType === 'Literal' || object === null) return [];
  if (predicate?.termType !== 'NamedNode') return [];
  return [DataFactory.quad(subject, predicate, object)];
}

function termOf(plain: unknown) {
  if (!isObject(plain) || typeof plain['value'] !== 'string') return null;
  const { termType, value, language, datatype } = plain;
  if (termType === 'NamedNode') return DataFactory.namedNode(value);
  if (termType === 'BlankNode') return DataFactory.blankNode(value.replace(/^_:/, ''));
  if (termType !== 'Literal') return null;
  if (typeof language === 'string' && language !== '') return DataFactory.literal(value, language);
  const type = isObject(datatype) ? datatype['value'] : undefined;
  return DataFactory.literal(
    value,
    DataFactory.namedNode(typeof type === 'string' ? type : `${namespaces.xsd}string`),
  );
}
