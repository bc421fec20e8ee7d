import { DataFactory, type NamedNode } from 'n3';

/** The namespaces of a signifier's graph, by the prefixes of the paper. */
export const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  sh: 'http://www.w3.org/ns/shacl#',
  hmas: 'https://purl.org/hmas/',
  td: 'https://www.w3.org/2019/wot/td#',
  hctl: 'https://www.w3.org/2019/wot/hypermedia#',
  http: 'http://www.w3.org/2011/http#',
  js: 'https://www.w3.org/2019/wot/json-schema#',
  /** What the vocabularies of the paper have no term for. */
  cs: 'urn:countersign:signifiers#',
} as const;

export type Prefix = keyof typeof namespaces;

/** A term of one of the vocabularies. */
export const term = (prefix: Prefix, name: string): NamedNode =>
  DataFactory.namedNode(namespaces[prefix] + name);

/** The name of a term within a vocabulary; null = it is of another one. */
export function localName(iri: string, prefix: Prefix): string | null {
  return iri.startsWith(namespaces[prefix]) ? iri.slice(namespaces[prefix].length) : null;
}
