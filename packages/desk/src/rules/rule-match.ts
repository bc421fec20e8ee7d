import { originName } from '@countersign/api/origin';
import type { Prompt } from '@countersign/api/prompt';
import type { RuleCondition, RuleMatch } from '@countersign/api/rule';
import { withUpPrompt } from '@countersign/upformat/up-prompt';
import { isAtMost } from '../urgency.ts';

/** Tests a value against conditions; null = they could not be evaluated within the caller's limits. */
export type JudgeConditions = (
  conditions: readonly RuleCondition[],
  value: unknown,
) => Promise<boolean | null>;

/** Whether a rule applies to a prompt, without its conditions. Critical prompts only if the rule includes them. */
export function matchesWithoutConditions(match: RuleMatch, prompt: Prompt): boolean {
  return (
    match.agentId === prompt.agentId &&
    (match.relayedFor === undefined || match.relayedFor === prompt.relayedFor) &&
    (match.blocking === undefined || match.blocking === prompt.blocking) &&
    (match.origin === undefined || match.origin === originName(prompt.origin)) &&
    (match.toolName === undefined || match.toolName === prompt.source.toolName) &&
    (match.classKey === undefined || match.classKey === prompt.classKey) &&
    isAtMost(prompt.severity, match.severityUpTo ?? 'minor')
  );
}

/** Whether a rule applies to a prompt; null = its conditions could not be evaluated within the limits. */
export async function matches(
  judge: JudgeConditions,
  match: RuleMatch,
  prompt: Prompt,
): Promise<boolean | null> {
  if (!matchesWithoutConditions(match, prompt)) return false;
  return passes(judge, match.conditions, prompt);
}

/** Whether a prompt passes conditions on its payload and on its whole message. */
export async function passes(
  judge: JudgeConditions,
  conditions: readonly RuleCondition[],
  { message }: Pick<Prompt, 'message'>,
): Promise<boolean | null> {
  const ofMessage = conditions.filter((condition) => condition.of === 'message');
  const ofPayload = conditions.filter((condition) => condition.of !== 'message');
  const verdict = await judge(ofPayload, message.payload ?? {});
  if (verdict !== true || ofMessage.length === 0) return verdict;
  return judge(ofMessage, withUpPrompt(message));
}
