import type { ClassPolicy } from '@countersign/api/settings/policy';
import type { Issue } from '@countersign/hai/decoded';
import { canonicalJson } from '@countersign/json/canonical-json';
import { faultAt } from '@countersign/json/fault';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { say } from '../statements.ts';

/** Whether it is exactly the default of the agent. */
export function isDefaultOf(message: UpMessage, feedback: UpFeedback): boolean {
  const { defaultFeedback } = upPromptOf(message);
  return (
    defaultFeedback !== undefined && canonicalJson(defaultFeedback) === canonicalJson(feedback)
  );
}

/** Whether the policy requires a reason for an answer of a kind. Edits and rankings have no place for a reason in UpFormat. */
export const needsReason = (
  { reasonFor }: Pick<ClassPolicy, 'reasonFor'>,
  type: string | null,
): boolean => (type === 'approve' || type === 'reject') && reasonFor.some((kind) => kind === type);

/**
 * The fault of an answer without a required reason, or null. The agent's own default sent early needs
 * none: it was written by the agent.
 */
export function missingReason(
  policy: Pick<ClassPolicy, 'reasonFor'>,
  message: UpMessage,
  feedback: UpFeedback,
): Issue | null {
  if (feedback.type !== 'approve' && feedback.type !== 'reject') return null;
  if (!needsReason(policy, feedback.type)) return null;
  if ((feedback.content?.reason ?? '').trim() !== '' || isDefaultOf(message, feedback)) return null;
  return faultAt('/content/reason', say('answer.needs-reason'));
}
