import type { ClassPolicy } from '@countersign/api/policy';
import type { Issue } from '@countersign/hai/decoded';
import { canonicalJson } from '@countersign/json/canonical-json';
import { faultAt } from '@countersign/json/fault';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { say } from './statements.ts';

/** Whether it is, to the letter, what the agent itself named as its default. */
export function isDefaultOf(message: UpMessage, feedback: UpFeedback): boolean {
  const { defaultFeedback } = upPromptOf(message);
  return (
    defaultFeedback !== undefined && canonicalJson(defaultFeedback) === canonicalJson(feedback)
  );
}

/** Whether an answer of a kind needs words by its class. Edits and rankings have no place for a reason in UpFormat. */
export const needsReason = (
  { reasonFor }: Pick<ClassPolicy, 'reasonFor'>,
  type: string | null,
): boolean => (type === 'approve' || type === 'reject') && reasonFor.some((kind) => kind === type);

/**
 * The fault of an answer that needs words by its class and has none, or null. The agent's own default sent early needs
 * none: its words are the agent's.
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
