import type { CreateRule, DryRun, Rule } from '@countersign/api/rule';
import {
  changedRule,
  type KnownRule,
  newRule,
  type SwitchRefusal,
  switchedRule,
  switchedStop,
} from '@countersign/desk/rule-life';
import { jsonEqual } from '@countersign/json/json-equal';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { takeBackByRules } from '../decisions/recall.ts';
import { deleteRule, listRules, readRule, readStop, writeRule, writeStop } from '../rows/rules.ts';

/** Who changes a rule: the id for the audit, the name for display. */
export interface Author {
  id: string;
  name: string;
}

const maxRules = 200;

async function audit(
  transaction: Transaction,
  by: Author,
  action: string,
  detail: unknown,
): Promise<void> {
  await transaction.audit({ operator: by.id, action, threadId: null, detail });
}

/** Returns null at the maximum number of rules. A new rule is off. */
export const addRule = operation<{ id: string; rule: CreateRule; by: Author }, Rule | null>(
  'addRule',
  async (transaction, { id, rule, by }) => {
    if ((await listRules(transaction)).length >= maxRules) return null;
    await writeRule(transaction, newRule(id, rule, { name: by.name, at: transaction.now }));
    await audit(transaction, by, 'rule:add', { id, version: 1, ...rule });
    return readRule(transaction, id);
  },
);

/** A change creates another version, which is off until it was tried; none if it is as it was. Null = there is no such rule. */
export const changeRule = operation<{ id: string; rule: CreateRule; by: Author }, Rule | null>(
  'changeRule',
  async (transaction, { id, rule, by }) => {
    const before = await readRule(transaction, id);
    if (before === null || jsonEqual({ ...before, ...rule }, before)) return before;
    const changed = changedRule(before, rule, { name: by.name, at: transaction.now });
    await writeRule(transaction, changed);
    await audit(transaction, by, 'rule:change', { id, version: changed.version, ...rule });
    return readRule(transaction, id);
  },
);

export const removeRule = operation<{ id: string; by: Author }, boolean>(
  'removeRule',
  async (transaction, { id, by }) => {
    const rule = await readRule(transaction, id);
    if (rule === null) return false;
    await deleteRule(transaction, id);
    const { version, name, answered } = rule;
    await audit(transaction, by, 'rule:remove', { id, version, name, answered });
    return true;
  },
);

/** Stores the result of a dry run with the version it was for; nothing if there is another version since. */
export const keepDryRun = operation<{ id: string; dryRun: DryRun; by: Author }, boolean>(
  'keepDryRun',
  async (transaction, { id, dryRun, by }) => {
    const rule = await readRule(transaction, id);
    const { version, matched, same } = dryRun;
    if (rule === null || rule.version !== version) return false;
    await writeRule(transaction, { ...rule, dryRun });
    await audit(transaction, by, 'rule:dry-run', { id, version, matched, same });
    return true;
  },
);

export type EnableOutcome =
  | { kind: 'done'; rule: Rule }
  | { kind: 'changed'; rule: Rule }
  | { kind: Exclude<SwitchRefusal, 'changed'> | 'unknown' };

/** Switches a rule on, if this version was tried and has not expired; switching off is always possible. */
export const enableRule = operation<
  { id: string; enabled: boolean; version: number; by: Author },
  EnableOutcome
>('enableRule', async (transaction, { id, enabled, version, by }) => {
  const rule = await readRule(transaction, id);
  if (rule === null) return { kind: 'unknown' };
  const switched: KnownRule | SwitchRefusal = switchedRule(
    rule,
    { enabled, version },
    transaction.now,
  );
  if (switched === 'changed') return { kind: switched, rule };
  if (typeof switched === 'string') return { kind: switched };
  if (switched !== rule) {
    await writeRule(transaction, switched);
    await audit(transaction, by, enabled ? 'rule:on' : 'rule:off', { id, version: rule.version });
  }
  return { kind: 'done', rule: switched };
});

/** The kill switch. Prompts that open while it is on stay with people after it is switched off. */
export const stopRules = operation<{ stopped: boolean; by: Author }, null>(
  'stopRules',
  async (transaction, { stopped, by }) => {
    const before = await readStop(transaction);
    const after = switchedStop(before, stopped, { name: by.name, at: transaction.now });
    if (after === before) return null;
    await writeStop(transaction, after);
    // An answer being sent to the agent cannot be stopped; one that is still held can.
    const takenBack = stopped ? await takeBackByRules(transaction, by.id) : 0;
    await audit(
      transaction,
      by,
      stopped ? 'rules:stop' : 'rules:start',
      stopped ? { takenBack } : {},
    );
    return null;
  },
);
