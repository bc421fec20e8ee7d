import { DataFactory, type Quad, type Quad_Object, type Quad_Subject, type Term } from 'n3';
import { namespaces, type Prefix, term } from './vocabulary.ts';

const { quad, literal, blankNode } = DataFactory;
const xsd = (name: string) => DataFactory.namedNode(namespaces.xsd + name);

/** Collects the quads of a graph, in the order in which they are to be written. */
export class GraphWriter {
  readonly quads: Quad[] = [];
  private lastBlank = 0;

  add(subject: Quad_Subject, [prefix, name]: readonly [Prefix, string], object: Quad_Object): void {
    this.quads.push(quad(subject, term(prefix, name), object));
  }

  /** A blank node that is new in this graph. */
  blank(): Quad_Subject & Quad_Object {
    this.lastBlank += 1;
    return blankNode(`n${this.lastBlank}`);
  }

  /** A list of RDF. */
  list(items: readonly Quad_Object[]): Quad_Object {
    const [first, ...rest] = items;
    if (first === undefined) return term('rdf', 'nil');
    const node = this.blank();
    this.add(node, ['rdf', 'first'], first);
    this.add(node, ['rdf', 'rest'], this.list(rest));
    return node;
  }
}

/** A JSON scalar as a literal: texts, booleans, whole numbers, and other numbers as doubles. */
export function scalar(value: string | number | boolean): Quad_Object {
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'boolean') return literal(String(value), xsd('boolean'));
  if (Number.isSafeInteger(value)) return literal(String(value), xsd('integer'));
  // The canonical form of JSON-LD 1.1 (section 8.6), which its tools always write. It has 16 digits; some numbers
  // have 17.
  const canonical = value.toExponential(15).replace(/(\d)0*e\+?/, '$1E');
  return Number(canonical) === value
    ? literal(canonical, xsd('double'))
    : jsonLiteral(String(value));
}

/** Any JSON value as a literal of the type rdf:JSON. */
export const jsonLiteral = (text: string): Quad_Object => literal(text, term('rdf', 'JSON'));

const numeric = new Set(
  'integer decimal double float long int short byte nonNegativeInteger positiveInteger unsignedInt unsignedLong'
    .split(' ')
    .map((name) => namespaces.xsd + name),
);

/** The JSON value of a literal; `undefined` = the term is no literal, or not one that JSON can say. */
export function jsonValueOf(object: Term): unknown {
  if (object.termType !== 'Literal') return undefined;
  const { value, datatype } = object;
  if (datatype.value === `${namespaces.xsd}boolean`) return value === 'true' || value === '1';
  if (numeric.has(datatype.value)) {
    const number = Number(value);
    return Number.isFinite(number) ? number : undefined;
  }
  if (datatype.value !== `${namespaces.rdf}JSON`) return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Reads a graph by subject, keeping the order in which the quads came. */
export class GraphReader {
  private readonly bySubject = new Map<string, Quad[]>();

  constructor(quads: readonly Quad[]) {
    for (const one of quads) {
      const key = keyOf(one.subject);
      const known = this.bySubject.get(key);
      if (known === undefined) this.bySubject.set(key, [one]);
      else known.push(one);
    }
  }

  /** The subjects of a type, in their order. */
  ofType(prefix: Prefix, name: string): Term[] {
    const type = namespaces[prefix] + name;
    return [...this.bySubject.values()].flatMap((quads) => {
      const typed = quads.find(
        ({ predicate, object }) =>
          predicate.value === `${namespaces.rdf}type` && object.value === type,
      );
      return typed === undefined ? [] : [typed.subject];
    });
  }

  about(subject: Term): readonly Quad[] {
    return this.bySubject.get(keyOf(subject)) ?? [];
  }

  all(subject: Term, prefix: Prefix, name: string): Term[] {
    const predicate = namespaces[prefix] + name;
    return this.about(subject).flatMap((one) =>
      one.predicate.value === predicate ? [one.object] : [],
    );
  }

  one(subject: Term | undefined, prefix: Prefix, name: string): Term | undefined {
    return subject === undefined ? undefined : this.all(subject, prefix, name)[0];
  }

  /** The text of a property; `''` = none. */
  text(subject: Term | undefined, prefix: Prefix, name: string): string {
    return this.one(subject, prefix, name)?.value ?? '';
  }

  /** The JSON value of a property; `undefined` = none. */
  value(subject: Term | undefined, prefix: Prefix, name: string): unknown {
    const object = this.one(subject, prefix, name);
    return object === undefined ? undefined : jsonValueOf(object);
  }

  /** The items of a list. A list in a circle, or one that is not a list, ends where that is found. */
  items(list: Term | undefined): Term[] {
    const items: Term[] = [];
    const seen = new Set<string>();
    for (let at = list; at !== undefined && !seen.has(keyOf(at)); ) {
      seen.add(keyOf(at));
      const first = this.one(at, 'rdf', 'first');
      if (first !== undefined) items.push(first);
      at = this.one(at, 'rdf', 'rest');
    }
    return items;
  }
}

export const keyOf = (one: Term): string =>
  one.termType === 'BlankNode' ? `_:${one.value}` : `<${one.value}`;
