import type { UpState } from './message.ts';

/**
 * `common`: listed as such (docs/protocol/message.md#states). `legal`: not listed, but allowed by the meaning of the states.
 * `anomalous`: kept, but shown as a violation by the agent and counted.
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
 * Classifies the step of an agent from its last declared state to the next (docs/protocol/message.md). `null` = it has declared none yet,
 * and any first state is legal. A repeated state is not a transition, so it is legal.
 * States are per agent and run: a new run starts from `null`.
 */
export function checkTransition(from: UpState | null, to: UpState): TransitionKind {
  if (from === null || from === to) return 'legal';
  if (common[from].includes(to)) return 'common';
  return legal[from].includes(to) ? 'legal' : 'anomalous';
}
