import type { GatewayPolicy } from '@countersign/api/gateway';
import { operation } from '../journal/operation.ts';
import {
  deleteUapEntry,
  nextUapIndex,
  putUapEntry,
  type StoredPolicy,
} from '../store/uap-entries.ts';
import { routeLog } from '../uap/route-operations.ts';

/** Sets the policy of a route to a service. A route that is replaced by one to the same service keeps it. */
export const putPolicy = operation<{ policy: GatewayPolicy; by: string }, null>(
  'putPolicy',
  async (transaction, { policy, by }) => {
    const index = await nextUapIndex(transaction, transaction.now);
    const stored: StoredPolicy = { ...policy, index };
    await putUapEntry(transaction, 'policy', policy.route, stored);
    await transaction.audit({
      operator: by,
      action: 'gateway:policy',
      threadId: routeLog,
      detail: policy,
    });
    return null;
  },
);

/** Returns whether there was one. */
export const removePolicy = operation<{ route: string; by: string }, boolean>(
  'removePolicy',
  async (transaction, { route, by }) => {
    if ((await deleteUapEntry(transaction, 'policy', route)) === 0) return false;
    await transaction.audit({
      operator: by,
      action: 'gateway:policy-remove',
      threadId: routeLog,
      detail: { route },
    });
    return true;
  },
);
