import type { Memory } from '../model/memory.ts';
import { compareFacts } from './compare-facts.ts';
import { compareWorkflows } from './compare-workflows.ts';
import type { Conflict, ConflictKind } from './conflict.ts';

/** What one memory is to one that is there; null = nothing. `isSameKnowledge`: it was made from another state of the same knowledge. */
export function compareMemories(
  mine: Memory,
  theirs: Memory,
  { isSameKnowledge = false }: { isSameKnowledge?: boolean } = {},
): Conflict | null {
  return mine.type === 'workflow' && theirs.type === 'workflow'
    ? compareWorkflows(mine, theirs, isSameKnowledge)
    : compareFacts(mine, theirs, isSameKnowledge);
}

/** What decides how a memory is taken, the first one first. What is there already has been asked about when it came. */
const order: readonly ConflictKind[] = [
  'redundancy',
  'contradiction',
  'version',
  'superset',
  'subset',
  'related',
];

export const byWeight = (one: Conflict, other: Conflict): number =>
  order.indexOf(one.kind) - order.indexOf(other.kind) || (one.with < other.with ? -1 : 1);
