import type { Prompt } from '@countersign/api/prompt';
import {
  type ChangePolicy,
  type ClassPolicy,
  type Policy,
  policySchema,
} from '@countersign/api/settings/policy';
import { defaultPolicy, nextPolicy } from '@countersign/desk/policy';
import { operation } from '@countersign/server/journal/operation';
import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import {
  insertPolicy,
  newestPolicy,
  type PolicyRow,
  policyOfVersion,
} from '../rows/policy/policies.ts';

const toPolicy = (row: PolicyRow): Policy =>
  policySchema.parse({
    version: row.version,
    classes: storedJson(row.classes),
    updatedAt: row.at,
    updatedBy: row.operator,
  });

/** The policy for prompts that open now. */
export async function readPolicy(reading: Reading): Promise<Policy> {
  const row = await newestPolicy(reading);
  return row === undefined ? defaultPolicy : toPolicy(row);
}

/** The same for work that must continue: if it cannot be read, the default is used and the damage is reported. */
export const policyInForce = async (reading: Reading): Promise<Policy> =>
  reading.pastDamage('policies', () => readPolicy(reading), defaultPolicy);

/** The policy of a version; the default for one that was never written, or that cannot be read any more. */
export async function readPolicyVersion(reading: Reading, version: number): Promise<Policy> {
  const read = async () => {
    const row = await policyOfVersion(reading, version);
    return row === undefined ? defaultPolicy : toPolicy(row);
  };
  return reading.pastDamage('policies', read, defaultPolicy);
}

/** The policy of one prompt: its class in the version it was opened under. */
export async function classPolicyOf(
  reading: Reading,
  prompt: Pick<Prompt, 'severity' | 'escalation'>,
): Promise<ClassPolicy> {
  const { escalation, severity } = prompt;
  const policy =
    escalation === null
      ? await policyInForce(reading)
      : await readPolicyVersion(reading, escalation.policyVersion);
  return policy.classes[severity];
}

export type ChangePolicyOutcome = { kind: 'changed' | 'stale'; policy: Policy };

/** The next version; nothing happens if a newer one exists than the one it was made from. */
export const changePolicy = operation<ChangePolicy & { operatorId: string }, ChangePolicyOutcome>(
  'changePolicy',
  async (transaction, input) => {
    const current = await readPolicy(transaction);
    const by = { operatorId: input.operatorId, at: transaction.now };
    const policy = nextPolicy(current, input, by);
    if (policy === null) return { kind: 'stale', policy: current };
    const keep = ({ version, classes, updatedAt, updatedBy }: Policy) =>
      insertPolicy(transaction, {
        version,
        classes: JSON.stringify(classes),
        at: updatedAt,
        operator: updatedBy,
      });
    // The policy of older prompts stays as it was, even if a later release has another default.
    await keep(current);
    await keep(policy);
    await transaction.audit({
      operator: input.operatorId,
      action: 'policy',
      threadId: null,
      detail: { version: policy.version, classes: policy.classes },
    });
    return { kind: 'changed', policy };
  },
);
