import type { AffordanceCall } from '@countersign/adapters/affordance/record';
import { decisionRow } from '@countersign/part-desk/rows/decisions';
import { operation } from '@countersign/server/journal/operation';
import {
  countEnvironment,
  deleteEnvironment,
  putEnvironment,
  readEnvironment,
} from '../rows/environment-entries.ts';

const maxGrants = 1_000;

export interface GrantCallsInput {
  id: string;
  task: string;
  /** The call that was asked about. */
  of: AffordanceCall;
  /** The answer that allows it. */
  decisionId: string;
}

/** A person has allowed all calls of a signifier in the task of a caller. Returns whether there was room to keep it. */
export const grantCalls = operation<GrantCallsInput, boolean>(
  'grantCalls',
  async (transaction, { id, task, of, decisionId }) => {
    if ((await countEnvironment(transaction, 'grant', '')) >= maxGrants) return false;
    const decision = await decisionRow(transaction, decisionId);
    // What nobody here has decided is not kept.
    if (decision === undefined) return false;
    const { signifierId, label, callerName, profile } = of;
    await putEnvironment(transaction, 'grant', id, {
      ...{ by: decision.by_name, at: transaction.now, task },
      of: { signifierId, label, callerName, profile },
    });
    await transaction.audit({
      operator: decision.by_id,
      action: 'signifier:grant',
      threadId: task,
      detail: { id, label, callerName },
    });
    return true;
  },
);

/** The next call is asked about again. Returns whether it was allowed. */
export const revokeGrant = operation<{ id: string; by: string }, boolean>(
  'revokeGrant',
  async (transaction, { id, by }) => {
    const grant = await readEnvironment(transaction, 'grant', id);
    if (grant === null) return false;
    await deleteEnvironment(transaction, 'grant', id);
    await transaction.audit({
      operator: by,
      action: 'signifier:revoke',
      threadId: grant.task ?? null,
      detail: { id, label: grant.of?.label, callerName: grant.of?.callerName },
    });
    return true;
  },
);
