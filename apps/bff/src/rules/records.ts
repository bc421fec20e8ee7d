import type { Decider, Prompt } from '@countersign/api/prompt';
import type { Rule } from '@countersign/api/rule';
import type { Connection } from '../journal/database.ts';
import { storedJson } from '../journal/stored-json.ts';

type Reading = Pick<Connection, 'get' | 'all'>;

/** What the row of a rule holds as JSON, besides its columns. `since`: when it was switched on, epoch ms. */
export interface RuleBody
  extends Pick<
    Rule,
    'name' | 'match' | 'feedback' | 'createdBy' | 'createdAt' | 'updatedAt' | 'updatedBy'
  > {
  since: number | null;
  passedOver: number;
  answeredByVersion?: number;
}

interface RuleRow {
  id: string;
  version: number;
  enabled: number;
  expires: number;
  answered: number;
  last_answered: number | null;
  body: string;
  dry_run: string | null;
}

/** A rule with what only the server needs to know of it. */
export type KnownRule = Rule & { since: number | null };

function toRule(row: RuleRow): KnownRule {
  const body: RuleBody = storedJson(row.body);
  return {
    id: row.id,
    version: row.version,
    enabled: row.enabled === 1,
    expiresAt: row.expires,
    ...body,
    answered: row.answered,
    answeredByVersion: body.answeredByVersion ?? 0,
    lastAnsweredAt: row.last_answered,
    dryRun: row.dry_run === null ? null : storedJson(row.dry_run),
  };
}

const byAge = (left: Rule, right: Rule) =>
  left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1);

/** Oldest first: that is the order in which they are asked. */
export function listRules(reading: Reading): KnownRule[] {
  return reading.all<RuleRow>('SELECT * FROM rules').map(toRule).sort(byAge);
}

export function readRule(reading: Reading, id: string): KnownRule | null {
  const row = reading.get<RuleRow>('SELECT * FROM rules WHERE id = ?', id);
  return row === undefined ? null : toRule(row);
}

/** The kill switch: who pulled it, or null; and when it was let go the last time, epoch ms. */
export interface RuleStop {
  stopped: { at: number; by: string } | null;
  since: number;
}

export const stopKey = 'rules:stop';

export function readStop(reading: Reading): RuleStop {
  const row = reading.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', stopKey);
  return row === undefined ? { stopped: null, since: 0 } : JSON.parse(row.value);
}

/** The rules that may answer now, oldest first; none while the kill switch is on. */
export function rulesInForce(reading: Reading, now: number): KnownRule[] {
  const { stopped, since } = readStop(reading);
  if (stopped !== null) return [];
  return reading
    .all<RuleRow>('SELECT * FROM rules WHERE enabled = 1 AND expires > ?', now)
    .map(toRule)
    .map((rule) => ({ ...rule, since: Math.max(rule.since ?? now, since) }))
    .sort(byAge);
}

/**
 * Whether rules may touch a prompt at all: it is open, nobody holds it or has put it aside, and no answer to it was ever
 * taken back (a person has it in hand then).
 */
export function isFree(reading: Reading, prompt: Prompt, now: number): boolean {
  if (prompt.state !== 'open' || (prompt.expiresAt !== null && prompt.expiresAt <= now)) {
    return false;
  }
  if (prompt.snooze !== null) return false;
  if (prompt.claim !== null && prompt.claim.until > now) return false;
  return (
    reading.get(
      `SELECT 1 FROM decisions WHERE prompt = ? AND state = 'recalled' LIMIT 1`,
      prompt.id,
    ) === undefined
  );
}

/** A prompt that was open before the rule was switched on was shown to people: it stays theirs. */
export function cameAfter(rule: KnownRule, prompt: Prompt): boolean {
  return rule.since !== null && prompt.openedAt > rule.since;
}

/** The rule as the one who answers. */
export function deciderOf(rule: Rule): Decider {
  return {
    kind: 'rule',
    id: `rule:${rule.id}`,
    name: rule.name,
    rule: { id: rule.id, version: rule.version },
  };
}
