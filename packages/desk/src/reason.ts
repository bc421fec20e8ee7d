import type { ClassPolicy } from '@countersign/api/policy';
import type { Issue } from '@countersign/hai/decoded';
import { canonicalJson } from '@countersign/json/canonical-json';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';

/** Whether it is, to the letter, what the agent itself named as its default. */
export function isDefaultOf(message: UpMessage, feedback: UpFeedback): boolean {
  const { defaultFeedback } = upPromptOf(message);
  return (
    defaultFeedback !== undefined && canonicalJson(defaultFeedback) === canonicalJson(feedback)
  );
}

/**
 * The fault of an answer that needs words by its class and has none, or null. The agent's own default sent early needs
 * none: its words are the agent's. Edits and rankings have no place for a reason in UpFormat.
 */
export function missingReason(
  policy: Pick<ClassPolicy, 'reasonFor'>,
  message: UpMessage,
  feedback: UpFeedback,
): Issue | null {
  if (feedback.type !== 'approve' && feedback.type !== 'reject') return null;
  if (!policy.reasonFor.includes(feedback.type)) return null;
  if ((feedback.content?.reason ?? '').trim() !== '' || isDefaultOf(message, feedback)) return null;
  return { path: '/content/reason', message: 'This answer needs a reason.' };
}
