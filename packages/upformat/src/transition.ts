import type { UpState } from './message.ts';

/**
 * `common`: in the paper's table 3. `legal`: the table is silent, the meaning of the states allows it.
 * `anomalous`: carried, but shown as the agent's breach and counted.
 */
export type TransitionKind = 'common' | 'legal' | 'anomalous';

const common: Record<UpState, readonly UpState[]> = {
  submitted: ['needsHumanDecision', 'completed', 'waiting'],
  waiting: [],
  completed: ['followup'],
  failed: [],
  needsHumanDecision: ['submitted'],
  followup: ['submitted'],
  cancelled: [],
};

const legal: Record<UpState, readonly UpState[]> = {
  submitted: ['failed', 'cancelled'],
  waiting: ['submitted', 'completed', 'failed', 'cancelled', 'needsHumanDecision'],
  completed: [],
  failed: [],
  needsHumanDecision: ['cancelled', 'failed'],
  // The default was applied, or the work was approved as it is.
  followup: ['completed', 'cancelled'],
  cancelled: [],
};

/**
 * Judges one agent's step from its last declared state to the next (UpFormat section 2). `null` = it has declared none yet,
 * and any first state is legal. The same state said again is no transition, so it is legal.
 * States are per agent and run: a new run starts from `null`.
 */
export function checkTransition(from: UpState | null, to: UpState): TransitionKind {
  if (from === null || from === to) return 'legal';
  if (common[from].includes(to)) return 'common';
  return legal[from].includes(to) ? 'legal' : 'anomalous';
}
