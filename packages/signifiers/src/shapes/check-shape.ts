import { type Quad, Store } from 'n3';
import SHACLValidator from 'rdf-validate-shacl';
import { parseTurtle } from '../rdf/turtle.ts';
import { namespaces } from '../rdf/vocabulary.ts';
import { consoleShape } from './console-shape.ts';
import { paperShape } from './paper-shape.ts';

/** `paper`: the shape that the paper publishes. `console`: what is offered here must conform to it as well. */
export type ShapeName = 'paper' | 'console';

/** A constraint that a graph breaks. */
export interface ShapeFault {
  /** The node, by its IRI or label. */
  node: string;
  /** The property, shortened with the prefixes of the paper; `''` = the node itself. */
  property: string;
  /** The constraint, such as `MinCount` (SHACL, section 4). */
  constraint: string;
  message: string;
  /** The messages of what is wrong further inside: a node that breaks a shape says only that it does. */
  details: string[];
}

const texts: Readonly<Record<ShapeName, string>> = { paper: paperShape, console: consoleShape };
type Result = Awaited<ReturnType<SHACLValidator['validate']>>['results'][number];

const validators = new Map<ShapeName, SHACLValidator>();

/** Making a validator takes longer than using it; its graph changes with each use, so no two uses overlap. */
function validatorOf(name: ShapeName): SHACLValidator {
  const known = validators.get(name) ?? new SHACLValidator(new Store(parseTurtle(texts[name])));
  validators.set(name, known);
  return known;
}

let last: Promise<unknown> = Promise.resolve();

/** The constraints of a shape that a graph breaks; none = it conforms. */
export function checkShape(name: ShapeName, quads: readonly Quad[]): Promise<ShapeFault[]> {
  const check = last.then(async () => {
    const report = await validatorOf(name).validate(new Store([...quads]));
    return report.results.map(
      (result): ShapeFault => ({
        details: innerMessages(result),
        node: result.focusNode?.value ?? '',
        property: shortened(result.path),
        constraint: (shortened(result.sourceConstraintComponent).split(':')[1] ?? '').replace(
          /ConstraintComponent$/,
          '',
        ),
        message: result.message.map(({ value }) => value).join('; '),
      }),
    );
  });
  last = check.catch(() => undefined);
  return check;
}

function innerMessages({ message, detail }: Pick<Result, 'message' | 'detail'>): string[] {
  const inner = detail.flatMap(innerMessages);
  return [...new Set(inner.length > 0 ? inner : message.map(({ value }) => value))];
}

function shortened(term: { termType: string; value: string } | null | undefined): string {
  if (term?.termType !== 'NamedNode') return '';
  const found = Object.entries(namespaces).find(([, iri]) => term.value.startsWith(iri));
  return found === undefined ? term.value : `${found[0]}:${term.value.slice(found[1].length)}`;
}
