import type { ClassPolicy } from '@countersign/api/policy';
import type { Prompt } from '@countersign/api/prompt';
import type { Rule } from '@countersign/api/rule';
import type { UpFeedback } from '@countersign/upformat/message';
import { judgeFeedback } from './feedback-check.ts';
import { missingReason } from './reason.ts';

/** What a rule says to one prompt. `misfit`: why the prompt would not take it, in words; null = it would. */
export interface RuleAnswer {
  feedback: UpFeedback;
  misfit: string | null;
}

/** The answer of a rule to this very prompt, judged as the answer of a person is. What cannot be judged does not fit. */
export function ruleAnswer(
  { feedback: given }: Pick<Rule, 'feedback'>,
  { message }: Pick<Prompt, 'message'>,
): RuleAnswer {
  const feedback = { ...given, target: { ...given.target, messageId: message.messageId } };
  const { faults, unchecked } = judgeFeedback(message, feedback);
  return { feedback, misfit: faults[0]?.message ?? unchecked };
}

/** Whether a rule whose conditions a prompt passes could answer it, reasons that its class wants included. */
export function couldAnswer(
  rule: Pick<Rule, 'feedback'>,
  prompt: Pick<Prompt, 'message'>,
  policy: Pick<ClassPolicy, 'reasonFor'>,
): boolean {
  const { feedback, misfit } = ruleAnswer(rule, prompt);
  return misfit === null && missingReason(policy, prompt.message, feedback) === null;
}
