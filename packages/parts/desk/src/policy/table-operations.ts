import type { Operator } from '@countersign/api/operator';
import {
  type PolicyLine,
  type PolicyTable,
  policyTableSchema,
} from '@countersign/api/policy/table';
import { operation } from '@countersign/server/journal/operation';
import { readPolicyTable } from '../decisions/policy-in-force.ts';
import { takeBackByRules } from '../decisions/recall.ts';
import { screenOpen } from '../decisions/screening.ts';
import { endHolds, insertHold, insertTable } from '../rows/policy/policy-tables.ts';
import { changesBetween } from './table-changes.ts';

type By = Pick<Operator, 'id' | 'name'>;

/** The next version; nothing happens if there is a newer one than it was made from. */
export const putPolicyTable = operation<
  { version: number; lines: PolicyLine[]; by: By },
  { kind: 'changed' | 'stale'; table: PolicyTable }
>('putPolicyTable', async (transaction, { version, lines, by }) => {
  const before = await readPolicyTable(transaction, transaction.now);
  if (before.version !== version) return { kind: 'stale', table: before };
  await insertTable(transaction, {
    version: version + 1,
    body: JSON.stringify(lines),
    operator: by.name,
  });
  const detail = { version: version + 1, ...changesBetween(before.lines, lines) };
  await transaction.audit({ operator: by.id, action: 'policy:table', threadId: null, detail });
  await screenOpen(transaction);
  return { kind: 'changed', table: await readPolicyTable(transaction, transaction.now) };
});

/** Stops, or lets go on, everything that answers by itself: lines, rules, defaults at deadlines and of the escalation. */
export const stopAnswering = operation<{ id: string; stopped: boolean; by: By }, PolicyTable>(
  'stopAnswering',
  async (transaction, { id, stopped, by }) => {
    const before = await readPolicyTable(transaction, transaction.now);
    if ((before.stopped !== null) === stopped) return before;
    if (stopped) {
      await insertHold(transaction, { id, kind: 'stop', body: by.name, until: null });
      await takeBackByRules(transaction, by.id);
    } else await endHolds(transaction, { kind: 'stop', id: null });
    const action = stopped ? 'policy:stop' : 'policy:resume';
    await transaction.audit({ operator: by.id, action, threadId: null, detail: {} });
    return readPolicyTable(transaction, transaction.now);
  },
);

/** A bypass lasts at most so long, minutes. */
export const maxBypassMinutes = 480;

/** `never`: nothing unlocks such a line. */
export const bypassLine = operation<
  { id: string; line: string; minutes: number; reason: string; by: By },
  { kind: 'bypassed'; table: PolicyTable } | { kind: 'unknown' | 'never' }
>('bypassLine', async (transaction, { id, line, minutes, reason, by }) => {
  const { now } = transaction;
  const known = (await readPolicyTable(transaction, now)).lines.find((one) => one.id === line);
  if (known === undefined) return { kind: 'unknown' };
  if (known.then.do !== 'ask') return { kind: 'never' };
  const until = now + Math.min(minutes, maxBypassMinutes) * 60_000;
  const detail = { id, line, reason, by: { id: by.id, name: by.name }, at: now, until };
  await insertHold(transaction, { id, kind: 'bypass', body: JSON.stringify(detail), until });
  await transaction.audit({ operator: by.id, action: 'policy:bypass', threadId: null, detail });
  return {
    kind: 'bypassed',
    table: policyTableSchema.parse(await readPolicyTable(transaction, now)),
  };
});

export const endBypass = operation<{ id: string; by: By }, PolicyTable>(
  'endBypass',
  async (transaction, { id, by }) => {
    const ended = await endHolds(transaction, { kind: 'bypass', id });
    if (ended > 0)
      await transaction.audit({
        operator: by.id,
        action: 'policy:bypass-end',
        threadId: null,
        detail: { id },
      });
    return readPolicyTable(transaction, transaction.now);
  },
);
