import type { Quad, Term } from 'n3';
import { keyOf } from './graph.ts';
import { namespaces } from './vocabulary.ts';

const first = `${namespaces.rdf}first`;
const rest = `${namespaces.rdf}rest`;
const nil = `${namespaces.rdf}nil`;

/** A graph as trees: which nodes are within another one, and which are lists. */
export class GraphTree {
  /** The subjects at the top level, in their order. */
  readonly roots: Term[];
  private readonly subjects = new Map<string, { node: Term; properties: Map<string, Term[]> }>();
  private readonly references = new Map<string, number>();
  private readonly labels = new Map<string, string>();

  constructor(quads: readonly Quad[]) {
    for (const { subject, predicate, object } of quads) {
      const key = keyOf(subject);
      const entry = this.subjects.get(key) ?? { node: subject, properties: new Map() };
      this.subjects.set(key, entry);
      entry.properties.set(predicate.value, [
        ...(entry.properties.get(predicate.value) ?? []),
        object,
      ]);
      if (object.termType === 'BlankNode') {
        this.references.set(keyOf(object), (this.references.get(keyOf(object)) ?? 0) + 1);
      }
    }
    const reached = new Set<string>();
    const reach = (node: Term): void => {
      if (reached.has(keyOf(node))) return;
      reached.add(keyOf(node));
      for (const objects of this.properties(node).values()) {
        for (const object of objects) if (object.termType === 'BlankNode') reach(object);
      }
    };
    const all = [...this.subjects.values()].map(({ node }) => node);
    const roots = all.filter((node) => !this.isReferredToOnce(node));
    for (const root of roots) reach(root);
    // Nodes in a circle, which nothing else refers to.
    for (const node of all) {
      if (reached.has(keyOf(node))) continue;
      this.references.set(keyOf(node), 2);
      roots.push(node);
      reach(node);
    }
    this.roots = roots;
  }

  properties(node: Term): ReadonlyMap<string, Term[]> {
    return this.subjects.get(keyOf(node))?.properties ?? new Map<string, Term[]>();
  }

  /** Whether a node is written where it is used. */
  isNested(node: Term): boolean {
    return this.isReferredToOnce(node) && this.subjects.has(keyOf(node));
  }

  /** The items of a well-formed list that only this place refers to; null = the node is no such list. */
  listAt(node: Term): Term[] | null {
    const items: Term[] = [];
    for (let at = node; at.value !== nil; ) {
      const properties = this.properties(at);
      const [item, ...others] = properties.get(first) ?? [];
      const [next, ...more] = properties.get(rest) ?? [];
      const isCell =
        properties.size === 2 && others.length === 0 && more.length === 0 && this.isNested(at);
      if (!isCell || item === undefined || next === undefined) return null;
      items.push(item);
      at = next;
    }
    return items;
  }

  /** A label for a node without a name. */
  labelOf(key: string): string {
    const label = this.labels.get(key) ?? `b${this.labels.size}`;
    this.labels.set(key, label);
    return label;
  }

  private isReferredToOnce(node: Term): boolean {
    return node.termType === 'BlankNode' && this.references.get(keyOf(node)) === 1;
  }
}
