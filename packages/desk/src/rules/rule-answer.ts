import type { Prompt } from '@countersign/api/prompt';
import type { Rule } from '@countersign/api/rule';
import type { ClassPolicy } from '@countersign/api/settings/policy';
import type { UpFeedback } from '@countersign/upformat/message';
import { judgeFeedback } from '../content/feedback-check.ts';
import { missingReason } from '../content/reason.ts';

/** The answer of a rule to one prompt. `misfit`: why the prompt does not accept it, as a sentence; null = it does. */
export interface RuleAnswer {
  feedback: UpFeedback;
  misfit: string | null;
}

/** The answer of a rule to this prompt, checked like the answer of a person. What cannot be checked does not fit. */
export function ruleAnswer(
  { feedback: given }: Pick<Rule, 'feedback'>,
  prompt: Pick<Prompt, 'message' | 'origin'>,
): RuleAnswer {
  const { messageId } = prompt.message;
  const feedback = { ...given, target: { ...given.target, messageId } };
  const { faults, unchecked } = judgeFeedback(prompt, feedback);
  return { feedback, misfit: faults[0]?.message ?? unchecked };
}

/** Why a rule leaves a prompt that passes its conditions to people: its answer does not fit, or lacks a reason that the policy demands. */
export function leavesToPeople(
  rule: Pick<Rule, 'feedback'>,
  prompt: Pick<Prompt, 'message' | 'origin'>,
  policy: Pick<ClassPolicy, 'reasonFor'>,
): 'misfit' | 'reason' | null {
  const { feedback, misfit } = ruleAnswer(rule, prompt);
  if (misfit !== null) return 'misfit';
  return missingReason(policy, prompt.message, feedback) === null ? null : 'reason';
}
