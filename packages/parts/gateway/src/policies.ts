import type { GatewayPolicy } from '@countersign/api/gateway';
import { routeLog } from '@countersign/part-registry/route-operations';
import {
  deleteUapEntry,
  nextUapIndex,
  putUapEntry,
  readUapEntry,
  type StoredPolicy,
} from '@countersign/part-registry/rows/uap-entries';
import { operation } from '@countersign/server/journal/operation';

/** A policy as it is shown. */
export const policyOf = ({ index: version, ...policy }: StoredPolicy): GatewayPolicy => ({
  ...policy,
  version,
});

interface PutPolicy {
  policy: Omit<GatewayPolicy, 'version' | 'service'>;
  /** The service that the route was seen to lead to; undefined = any. */
  service?: string | undefined;
  /** The version it is based on; null = there was none, undefined = any. */
  version?: number | null | undefined;
  by: string;
}
/** `stale`: it was made from another version than there is; null = there is none. `led`: the route leads to another service. */
type PutPolicyOutcome =
  | { kind: 'set'; policy: GatewayPolicy }
  | { kind: 'no-route' }
  | { kind: 'led'; service: string }
  | { kind: 'stale'; policy: GatewayPolicy | null };

/** Sets the policy of a route to a service. A route that is replaced by one to the same service keeps it. */
export const putPolicy = operation<PutPolicy, PutPolicyOutcome>(
  'putPolicy',
  async (transaction, { policy, service, version, by }) => {
    const route = await readUapEntry(transaction, 'route', policy.route);
    if (route === null) return { kind: 'no-route' };
    if (service !== undefined && service !== route.service) {
      return { kind: 'led', service: route.service };
    }
    const before = await readUapEntry(transaction, 'policy', policy.route);
    if (version !== undefined && version !== (before?.index ?? null)) {
      return { kind: 'stale', policy: before === null ? null : policyOf(before) };
    }
    const index = await nextUapIndex(transaction, transaction.now);
    const detail = { ...policy, service: route.service };
    const stored: StoredPolicy = { ...detail, index };
    await putUapEntry(transaction, 'policy', policy.route, stored);
    await transaction.audit({ operator: by, action: 'gateway:policy', threadId: routeLog, detail });
    return { kind: 'set', policy: policyOf(stored) };
  },
);

interface RemovePolicy {
  route: string;
  /** The version that was seen; undefined = any. */
  version?: number | undefined;
  by: string;
}
/** `stale`: there is another version than was seen. */
type RemovePolicyOutcome =
  | { kind: 'removed' }
  | { kind: 'none' }
  | { kind: 'stale'; policy: GatewayPolicy };

export const removePolicy = operation<RemovePolicy, RemovePolicyOutcome>(
  'removePolicy',
  async (transaction, { route, version, by }) => {
    const before = await readUapEntry(transaction, 'policy', route);
    if (before === null) return { kind: 'none' };
    if (version !== undefined && version !== before.index) {
      return { kind: 'stale', policy: policyOf(before) };
    }
    await deleteUapEntry(transaction, 'policy', route);
    await transaction.audit({
      operator: by,
      action: 'gateway:policy-remove',
      threadId: routeLog,
      detail: { route },
    });
    return { kind: 'removed' };
  },
);
