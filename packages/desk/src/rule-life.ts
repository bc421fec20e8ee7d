import type { Decider, Prompt } from '@countersign/api/prompt';
import type { CreateRule, Rule } from '@countersign/api/rule';
import { hasEnded, isTried } from './rule-state.ts';

/** A rule with the members that only the server needs. `since`: when it was switched on, epoch ms; null = it is off. */
export type KnownRule = Rule & { since: number | null };

/** The kill switch: who activated it, or null; and when it was last released, epoch ms. */
export interface RuleStop {
  stopped: { at: number; by: string } | null;
  since: number;
}

/** The order in which rules are applied: the oldest first. */
export const byAge = (
  left: Pick<Rule, 'createdAt' | 'id'>,
  right: Pick<Rule, 'createdAt' | 'id'>,
): number => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1);

/** The rules that may answer now, oldest first; none while the kill switch is on. */
export function rulesInForce(
  rules: readonly KnownRule[],
  { stopped, since }: RuleStop,
  now: number,
): KnownRule[] {
  if (stopped !== null) return [];
  return rules
    .filter((rule) => rule.enabled && !hasEnded(rule, now))
    .map((rule) => ({ ...rule, since: Math.max(rule.since ?? now, since) }))
    .toSorted(byAge);
}

/**
 * Whether rules may answer a prompt at all: it is open, not claimed or snoozed, and no answer to it was ever recalled (then a
 * person is working on it).
 */
export function isFree(
  prompt: Pick<Prompt, 'state' | 'expiresAt' | 'snooze' | 'claim'>,
  { wasRecalled, now }: { wasRecalled: boolean; now: number },
): boolean {
  const { state, expiresAt, snooze, claim } = prompt;
  if (state !== 'open' || (expiresAt !== null && expiresAt <= now)) return false;
  if (snooze !== null || (claim !== null && claim.until > now)) return false;
  return !wasRecalled;
}

/** A prompt that was open before the rule was switched on is left to people. */
export const cameAfter = (
  { since }: Pick<KnownRule, 'since'>,
  { openedAt }: Pick<Prompt, 'openedAt'>,
): boolean => since !== null && openedAt > since;

/** The rule as the author of an answer. */
export const deciderOf = ({
  id,
  name,
  version,
}: Pick<Rule, 'id' | 'name' | 'version'>): Decider => ({
  kind: 'rule',
  id: `rule:${id}`,
  name,
  rule: { id, version },
});

/** A new rule: it is off until it has had a dry run. */
export const newRule = (
  id: string,
  { name, match, feedback, expiresAt }: CreateRule,
  by: { name: string; at: number },
): KnownRule => ({
  id,
  version: 1,
  name,
  match,
  feedback,
  expiresAt,
  enabled: false,
  since: null,
  createdBy: by.name,
  createdAt: by.at,
  updatedBy: by.name,
  updatedAt: by.at,
  answered: 0,
  answeredByVersion: 0,
  passedOver: 0,
  lastAnsweredAt: null,
  dryRun: null,
});

/** A change makes a new version, which is off until it has had a dry run. */
export const changedRule = (
  before: KnownRule,
  { name, match, feedback, expiresAt }: CreateRule,
  by: { name: string; at: number },
): KnownRule => ({
  ...before,
  name,
  match,
  feedback,
  expiresAt,
  version: before.version + 1,
  enabled: false,
  since: null,
  updatedBy: by.name,
  updatedAt: by.at,
  answeredByVersion: 0,
  dryRun: null,
});

/** Why a rule cannot be switched on: its version has changed, it was not tested, or it has expired. */
export type SwitchRefusal = 'changed' | 'untried' | 'expired';

/** Switches a rule on if this version was tested and has not expired; switching off always works. The same rule: no change. */
export function switchedRule(
  rule: KnownRule,
  { enabled, version }: { enabled: boolean; version: number },
  now: number,
): KnownRule | SwitchRefusal {
  if (enabled) {
    if (rule.version !== version) return 'changed';
    if (!isTried(rule)) return 'untried';
    if (hasEnded(rule, now)) return 'expired';
  }
  return rule.enabled === enabled ? rule : { ...rule, enabled, since: enabled ? now : null };
}

/** Activates or releases the kill switch; the same object = no change. Prompts opened while it is active are left to people. */
export function switchedStop(
  before: RuleStop,
  stopped: boolean,
  by: { name: string; at: number },
): RuleStop {
  if ((before.stopped !== null) === stopped) return before;
  return stopped
    ? { stopped: { at: by.at, by: by.name }, since: before.since }
    : { stopped: null, since: by.at };
}
