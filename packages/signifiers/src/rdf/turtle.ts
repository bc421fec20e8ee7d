import { Parser, type Quad, type Term } from 'n3';
import { keyOf } from './graph.ts';
import { GraphTree } from './graph-tree.ts';
import { namespaces, type Prefix } from './vocabulary.ts';

/** A text that is not a graph. */
export class GraphSyntaxError extends Error {}

/**
 * The quads of a Turtle document, in its order.
 *
 * @throws {GraphSyntaxError} with the line of what is wrong.
 */
export function parseTurtle(text: string, baseIri?: string): Quad[] {
  try {
    return new Parser(baseIri === undefined ? {} : { baseIRI: baseIri }).parse(text);
  } catch (error) {
    throw new GraphSyntaxError(error instanceof Error ? error.message : 'is not Turtle');
  }
}

/** A graph as Turtle, nested as in the listings of the paper: a node without a name is written where it is used. */
export function writeTurtle(quads: readonly Quad[]): string {
  const tree = new GraphTree(quads);
  const used = new Set<Prefix>();
  const writer = new TurtleWriter(tree, used);
  const subjects = tree.roots.map((root) => writer.subject(root));
  const prefixes = [...used].sort().map((name) => `@prefix ${name}: <${namespaces[name]}> .\n`);
  return [prefixes.join(''), ...subjects].join('\n');
}

class TurtleWriter {
  private readonly tree: GraphTree;
  private readonly used: Set<Prefix>;

  constructor(tree: GraphTree, used: Set<Prefix>) {
    this.tree = tree;
    this.used = used;
  }

  subject(node: Term): string {
    return `${this.name(node)}${this.properties(node, 1)} .\n`;
  }

  private properties(node: Term, level: number): string {
    const indent = `\n${'  '.repeat(level)}`;
    const parts = [...this.tree.properties(node)].map(([predicate, objects]) => {
      const name = predicate === `${namespaces.rdf}type` ? 'a' : this.iri(predicate);
      const values = objects.map((object) => this.object(object, level + 1)).join(', ');
      return `${name} ${values}`;
    });
    return ` ${parts.join(` ;${indent}`)}`;
  }

  private object(node: Term, level: number): string {
    if (node.termType === 'Literal') return this.literal(node.value, node);
    const items = this.tree.listAt(node);
    if (items !== null) {
      return items.length === 0
        ? '()'
        : `( ${items.map((item) => this.object(item, level)).join(' ')} )`;
    }
    return this.tree.isNested(node) ? `[${this.properties(node, level)} ]` : this.name(node);
  }

  private literal(
    value: string,
    { language, datatype }: { language: string; datatype: { value: string } },
  ): string {
    if (language !== '') return `${quoted(value)}@${language}`;
    const type = datatype.value;
    if (type === `${namespaces.xsd}string`) return quoted(value);
    if (type === `${namespaces.xsd}boolean` && /^(true|false)$/.test(value)) return value;
    if (type === `${namespaces.xsd}integer` && /^[+-]?\d+$/.test(value)) return value;
    if (type === `${namespaces.xsd}double` && /^[+-]?\d+\.\d+E[+-]?\d+$/.test(value)) return value;
    return `${quoted(value)}^^${this.iri(type)}`;
  }

  private name(node: Term): string {
    return node.termType === 'BlankNode'
      ? `_:${this.tree.labelOf(keyOf(node))}`
      : this.iri(node.value);
  }

  private iri(iri: string): string {
    for (const prefix of Object.keys(namespaces) as Prefix[]) {
      const local = iri.startsWith(namespaces[prefix]) ? iri.slice(namespaces[prefix].length) : '';
      if (!/^[A-Za-z][\w-]*$/.test(local)) continue;
      this.used.add(prefix);
      return `${prefix}:${local}`;
    }
    return `<${iri.replace(inIri, (char) => escaped(char))}>`;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the grammar excludes.
const inIri = /[\x00-\x20<>"{}|^`\\]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const inText = /["\\\x00-\x1f\x7f\u2028\u2029]/g;
const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const escaped = (char: string): string =>
  `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

const quoted = (text: string): string =>
  `"${text.replace(inText, (char) => short[char] ?? escaped(char))}"`;
