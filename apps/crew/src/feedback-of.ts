import type { Answer } from '@countersign/agent/runs/run-prompts';
import type { UpFeedback } from '@countersign/upformat/message';

/** The feedback of a person. What nobody answers is not done: it counts as rejected. */
export function feedbackOf({ feedback, outcome }: Answer): UpFeedback {
  if (feedback !== null) return feedback;
  const reason = 'reason' in outcome ? outcome.reason : null;
  return { type: 'reject', content: reason === null ? {} : { reason } };
}
