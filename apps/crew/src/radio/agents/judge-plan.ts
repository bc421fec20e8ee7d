import type { CheckReply, Figure } from '@countersign/upformat/edit-check';
import type { RadioText } from '../../words/radio-text.ts';
import { type Network, withIdentities } from '../cell.ts';
import { checkPlan, type PlanFault } from '../check-plan.ts';
import { findConflicts } from '../conflicts.ts';
import type { Constraints } from '../constraints.ts';
import { neighbourGraph } from './neighbour-graph.ts';
import { wishesOf } from './plan-prompt.ts';

/** What the planner checks its plans against. */
export interface PlanGround {
  network: Network;
  /** The cell of the incident. */
  cell: string;
  constraints: Constraints;
  words: RadioText;
}

/** The plan as a map: its changes, and the remaining conflicts. */
export function planMap(
  { network, cell, words }: PlanGround,
  wishes: readonly { cell: string; pci: number }[],
): Figure {
  const changed = new Map(wishes.map(({ cell: id, pci }) => [id, pci]));
  const left = findConflicts(withIdentities(network, changed));
  return neighbourGraph(network, { cell, conflicts: left }, words.aroundWithPlan(cell), changed);
}

/** The planner's check of a plan that is being edited: the faults it would reject, at their rows, and the updated map. */
export function judgePlan(ground: PlanGround, value: unknown): CheckReply {
  const wishes = wishesOf(value);
  if (wishes === null) return { faults: [{ path: '', message: ground.words.isNoPlan }] };
  const { faults } = checkPlan(ground.network, wishes, ground);
  return {
    faults: faults.map((fault) => ({
      path: placeOf(fault, wishes),
      message: fault.detail,
      severity: 'error',
    })),
    outputs: [planMap(ground, wishes)],
  };
}

/** At the identity of the row; for a duplicate cell, at its last row. */
function placeOf({ cell, rule }: PlanFault, wishes: readonly { cell: string }[]): string {
  const isIt = (wish: { cell: string }) => wish.cell === cell;
  const row = rule === 'twice' ? wishes.findLastIndex(isIt) : wishes.findIndex(isIt);
  if (row < 0) return '/assignments';
  return `/assignments/${row}/${rule === 'unknown-cell' || rule === 'twice' ? 'cell' : 'proposed'}`;
}
