import type { Rule } from '@countersign/api/rule';

/** The maximum lifetime of a rule without a review, ms. */
export const longestRuleMs = 90 * 86_400_000;

/** Whether a rule may end at this time: in the future, within the maximum. Epoch ms. */
export const mayEndAt = (expiresAt: number, now: number): boolean =>
  expiresAt > now && expiresAt - now <= longestRuleMs;

/** Whether a rule has expired. */
export const hasEnded = ({ expiresAt }: Pick<Rule, 'expiresAt'>, now: number): boolean =>
  expiresAt <= now;

/** Whether this version has had a dry run. */
export const isTried = ({ dryRun, version }: Pick<Rule, 'dryRun' | 'version'>): boolean =>
  dryRun?.version === version;

/** The state of a rule: active, stopped by the kill switch, switched off, without a dry run, or expired. */
export type RuleState = 'on' | 'stopped' | 'off' | 'untried' | 'ended';

export function ruleState(rule: Rule, isStopped: boolean, now: number): RuleState {
  if (hasEnded(rule, now)) return 'ended';
  if (rule.enabled) return isStopped ? 'stopped' : 'on';
  return isTried(rule) ? 'off' : 'untried';
}
