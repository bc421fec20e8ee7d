import type { Rule } from '@countersign/api/rule';

/** A rule stands at most so long without being looked at, ms. */
export const longestRuleMs = 90 * 86_400_000;

/** Whether a rule may be given this end: ahead, and not too far. Epoch ms. */
export const mayEndAt = (expiresAt: number, now: number): boolean =>
  expiresAt > now && expiresAt - now <= longestRuleMs;

/** Whether the time of a rule is over. */
export const hasEnded = ({ expiresAt }: Pick<Rule, 'expiresAt'>, now: number): boolean =>
  expiresAt <= now;

/** Whether this very version was tried. */
export const isTried = ({ dryRun, version }: Pick<Rule, 'dryRun' | 'version'>): boolean =>
  dryRun?.version === version;

/** How a rule stands: it answers, would but for the kill switch, is switched off, was never tried, or is over. */
export type RuleStanding = 'on' | 'stopped' | 'off' | 'untried' | 'ended';

export function ruleStanding(rule: Rule, isStopped: boolean, now: number): RuleStanding {
  if (hasEnded(rule, now)) return 'ended';
  if (rule.enabled) return isStopped ? 'stopped' : 'on';
  return isTried(rule) ? 'off' : 'untried';
}
