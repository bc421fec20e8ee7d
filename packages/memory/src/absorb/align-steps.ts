import { similarity } from '@countersign/search/embedder';
import { hashedVector } from '@countersign/search/hashed-vector';
import type { Step } from '../model/steps.ts';
import type { StepRow } from './conflict.ts';
import { plain, relate } from './same-text.ts';

const textOf = ({ name, description }: Step): string => `${name}: ${description}`;

/** From here on, two steps are the same step in two wordings. */
const pairedFrom = 0.45;

interface Spelled {
  text: string;
  name: string;
  vector: Float32Array;
}
/** A step is compared with many others, and none is ever changed. */
const spelled = new WeakMap<Step, Spelled>();

function spelledOf(step: Step): Spelled {
  const known = spelled.get(step);
  if (known !== undefined) return known;
  const text = plain(textOf(step));
  const made = { text, name: plain(step.name), vector: hashedVector(text) };
  spelled.set(step, made);
  return made;
}

/** How well two steps fit each other, 0 to 1. */
function fit(mine: Step, theirs: Step): number {
  const [one, other] = [spelledOf(mine), spelledOf(theirs)];
  if (one.text === other.text) return 1;
  const names = one.name !== '' && one.name === other.name ? 0.6 : 0;
  const near = similarity(one.vector, other.vector);
  return Math.max(names, near >= pairedFrom ? near : 0) * 0.99;
}

function stateOf(mine: Step, theirs: Step): StepRow['state'] {
  const relation = relate(textOf(mine), textOf(theirs));
  if (relation === 'same') return 'same';
  if (relation === 'opposite') return 'opposite';
  // With the name of the step left out, which both have.
  return relate(mine.description, theirs.description) === 'opposite' ? 'opposite' : 'changed';
}

/** Two lists of steps side by side, each in its order: the pairs with the highest total fit. */
export function alignSteps(mine: readonly Step[], theirs: readonly Step[]): StepRow[] {
  const width = theirs.length + 1;
  const best = new Float64Array((mine.length + 1) * width);
  const fits = new Float64Array(mine.length * theirs.length);
  const at = (row: number, column: number) => best[row * width + column] ?? 0;
  for (let row = mine.length - 1; row >= 0; row -= 1) {
    for (let column = theirs.length - 1; column >= 0; column -= 1) {
      const [one, other] = [mine[row], theirs[column]];
      const here = one === undefined || other === undefined ? 0 : fit(one, other);
      fits[row * theirs.length + column] = here;
      best[row * width + column] = Math.max(
        here > 0 ? at(row + 1, column + 1) + here : 0,
        at(row + 1, column),
        at(row, column + 1),
      );
    }
  }
  const rows: StepRow[] = [];
  let row = 0;
  let column = 0;
  while (row < mine.length || column < theirs.length) {
    const one = mine[row] ?? null;
    const other = theirs[column] ?? null;
    const here = fits[row * theirs.length + column] ?? 0;
    if (
      one !== null &&
      other !== null &&
      here > 0 &&
      at(row, column) === at(row + 1, column + 1) + here
    ) {
      rows.push({ state: stateOf(one, other), mine: one, theirs: other });
      row += 1;
      column += 1;
    } else if (one !== null && (other === null || at(row, column) === at(row + 1, column))) {
      rows.push({ state: 'mine', mine: one, theirs: null });
      row += 1;
    } else {
      rows.push({ state: 'theirs', mine: null, theirs: other });
      column += 1;
    }
  }
  return rows;
}
