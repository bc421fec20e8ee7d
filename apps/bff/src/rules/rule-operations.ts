import type { CreateRule, DryRun, Rule } from '@countersign/api/rule';
import { takeBackByRules } from '../decisions/recall.ts';
import { operation } from '../journal/operation.ts';
import type { Transaction } from '../journal/transaction.ts';
import {
  type KnownRule,
  listRules,
  type RuleBody,
  readRule,
  readStop,
  stopKey,
} from './records.ts';

/** Who changes a rule: the id for the audit, the name for the eye. */
export interface Author {
  id: string;
  name: string;
}

const maxRules = 200;

function audit(transaction: Transaction, by: Author, action: string, detail: unknown): void {
  transaction.audit({ operator: by.id, action, threadId: null, detail });
}

function bodyOf(rule: KnownRule): RuleBody {
  const { name, match, feedback, createdBy, createdAt, updatedAt, updatedBy, since } = rule;
  const { passedOver = 0, answeredByVersion = 0 } = rule;
  return {
    name,
    match,
    feedback,
    createdBy,
    createdAt,
    updatedAt,
    updatedBy,
    since,
    passedOver,
    answeredByVersion,
  };
}

/** Returns null when there are as many as this server keeps. A new rule is off. */
export const addRule = operation<{ id: string; rule: CreateRule; by: Author }, Rule | null>(
  'addRule',
  (transaction, { id, rule, by }) => {
    if (listRules(transaction).length >= maxRules) return null;
    const { now } = transaction;
    const body: RuleBody = {
      name: rule.name,
      match: rule.match,
      feedback: rule.feedback,
      createdBy: by.name,
      createdAt: now,
      updatedAt: now,
      updatedBy: by.name,
      since: null,
      passedOver: 0,
    };
    transaction.run(
      'INSERT INTO rules(id, version, enabled, expires, body) VALUES(?,1,0,?,?)',
      id,
      rule.expiresAt,
      JSON.stringify(body),
    );
    audit(transaction, by, 'rule:add', { id, version: 1, ...rule });
    return readRule(transaction, id);
  },
);

/** A change makes another version, which is off until it was tried. Null = there is no such rule. */
export const changeRule = operation<{ id: string; rule: CreateRule; by: Author }, Rule | null>(
  'changeRule',
  (transaction, { id, rule, by }) => {
    const before = readRule(transaction, id);
    if (before === null) return null;
    const body: RuleBody = {
      ...bodyOf(before),
      name: rule.name,
      match: rule.match,
      feedback: rule.feedback,
      updatedAt: transaction.now,
      updatedBy: by.name,
      since: null,
      answeredByVersion: 0,
    };
    const version = before.version + 1;
    transaction.run(
      'UPDATE rules SET version = ?, enabled = 0, expires = ?, body = ?, dry_run = NULL WHERE id = ?',
      version,
      rule.expiresAt,
      JSON.stringify(body),
      id,
    );
    audit(transaction, by, 'rule:change', { id, version, ...rule });
    return readRule(transaction, id);
  },
);

export const removeRule = operation<{ id: string; by: Author }, boolean>(
  'removeRule',
  (transaction, { id, by }) => {
    const rule = readRule(transaction, id);
    if (rule === null) return false;
    transaction.run('DELETE FROM rules WHERE id = ?', id);
    const { version, name, answered } = rule;
    audit(transaction, by, 'rule:remove', { id, version, name, answered });
    return true;
  },
);

/** Keeps what a trial has found with the version that was tried; another version since keeps nothing. */
export const keepDryRun = operation<{ id: string; dryRun: DryRun; by: Author }, boolean>(
  'keepDryRun',
  (transaction, { id, dryRun, by }) => {
    const kept = transaction.run(
      'UPDATE rules SET dry_run = ? WHERE id = ? AND version = ?',
      JSON.stringify(dryRun),
      id,
      dryRun.version,
    );
    const { version, matched, same } = dryRun;
    if (kept > 0) audit(transaction, by, 'rule:dry-run', { id, version, matched, same });
    return kept > 0;
  },
);

export type EnableOutcome =
  | { kind: 'done'; rule: Rule }
  | { kind: 'changed'; rule: Rule }
  | { kind: 'untried' | 'expired' | 'unknown' };

/** Switches a rule on, if this very version was tried and has not expired; off always works. */
export const enableRule = operation<
  { id: string; enabled: boolean; version: number; by: Author },
  EnableOutcome
>('enableRule', (transaction, { id, enabled, version, by }) => {
  const rule = readRule(transaction, id);
  if (rule === null) return { kind: 'unknown' };
  if (enabled) {
    if (rule.version !== version) return { kind: 'changed', rule };
    if (rule.dryRun?.version !== version) return { kind: 'untried' };
    if (rule.expiresAt <= transaction.now) return { kind: 'expired' };
  }
  if (rule.enabled !== enabled) {
    const body: RuleBody = { ...bodyOf(rule), since: enabled ? transaction.now : null };
    transaction.run(
      'UPDATE rules SET enabled = ?, body = ? WHERE id = ?',
      enabled ? 1 : 0,
      JSON.stringify(body),
      id,
    );
    audit(transaction, by, enabled ? 'rule:on' : 'rule:off', { id, version: rule.version });
  }
  return { kind: 'done', rule: readRule(transaction, id) ?? rule };
});

/** The kill switch. Prompts that open while it is on stay with people when it is let go. */
export const stopRules = operation<{ stopped: boolean; by: Author }, null>(
  'stopRules',
  (transaction, { stopped, by }) => {
    const before = readStop(transaction);
    if ((before.stopped !== null) === stopped) return null;
    const { now } = transaction;
    const after = stopped
      ? { stopped: { at: now, by: by.name }, since: before.since }
      : { stopped: null, since: now };
    transaction.run(
      'INSERT INTO meta(key, value) VALUES(?,?) ON CONFLICT(key) DO UPDATE SET value = excluded.value',
      stopKey,
      JSON.stringify(after),
    );
    // An answer on its way to the agent cannot be stopped; one that is still held here can.
    const takenBack = stopped ? takeBackByRules(transaction, by.id) : 0;
    audit(transaction, by, stopped ? 'rules:stop' : 'rules:start', stopped ? { takenBack } : {});
    return null;
  },
);
