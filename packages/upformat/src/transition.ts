import type { UpState } from './message.ts';

/** Table 3 of the paper. */
const common: Partial<Record<UpState, readonly UpState[]>> = {
  submitted: ['needsHumanDecision', 'completed', 'waiting'],
  needsHumanDecision: ['submitted'],
  completed: ['followup'],
  followup: ['submitted'],
};

/** What the table leaves out and sense demands (section 2). */
const legal: Partial<Record<UpState, readonly UpState[]>> = {
  submitted: ['failed', 'cancelled'],
  waiting: ['submitted', 'completed', 'failed', 'cancelled', 'needsHumanDecision'],
  needsHumanDecision: ['cancelled', 'failed'],
  followup: ['completed', 'cancelled'],
};

/**
 * Judges a change of the declared state (UpFormat table 3 and section 2). A first state is legal, whatever it is.
 * An anomalous change is carried and counted, never refused.
 */
export function checkTransition(
  from: UpState | null,
  to: UpState,
): 'common' | 'legal' | 'anomalous' {
  if (from === null || from === to) return 'legal';
  if (common[from]?.includes(to)) return 'common';
  return legal[from]?.includes(to) ? 'legal' : 'anomalous';
}
