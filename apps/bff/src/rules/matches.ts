import type { Prompt } from '@countersign/api/prompt';
import type { RuleCondition, RuleMatch } from '@countersign/api/rule';
import { withUpPrompt } from '@countersign/upformat/up-prompt';
import type { ConditionCheck } from './condition-check.ts';

const rank = { info: 0, minor: 1, major: 2, critical: 3 };

/** Whether a rule speaks of a prompt, its conditions left aside. Critical prompts only when the rule says so. */
export function matchesWithoutConditions(match: RuleMatch, prompt: Prompt): boolean {
  return (
    match.agentId === prompt.agentId &&
    (match.relayedFor === undefined || match.relayedFor === prompt.relayedFor) &&
    (match.blocking === undefined || match.blocking === prompt.blocking) &&
    (match.origin === undefined || match.origin === prompt.origin) &&
    (match.toolName === undefined || match.toolName === prompt.source.toolName) &&
    (match.classKey === undefined || match.classKey === prompt.classKey) &&
    rank[prompt.severity] <= rank[match.severityUpTo ?? 'minor']
  );
}

/** Whether a rule speaks of a prompt; null = its conditions could not be judged within the limits. */
export async function matches(
  check: ConditionCheck,
  match: RuleMatch,
  prompt: Prompt,
): Promise<boolean | null> {
  if (!matchesWithoutConditions(match, prompt)) return false;
  return holdsOf(check, match.conditions, prompt);
}

/** Whether a prompt passes conditions on its payload and on its whole message. */
export async function holdsOf(
  check: ConditionCheck,
  conditions: readonly RuleCondition[],
  { message }: Prompt,
): Promise<boolean | null> {
  const ofMessage = conditions.filter((condition) => condition.of === 'message');
  const ofPayload = conditions.filter((condition) => condition.of !== 'message');
  const verdict = await check.holds(ofPayload, message.payload ?? {});
  if (verdict !== true || ofMessage.length === 0) return verdict;
  return check.holds(ofMessage, withUpPrompt(message));
}
