import type { GatewayPolicy } from '@countersign/api/gateway';
import type { Operator } from '@countersign/api/operator';
import type { RelayRecord } from '@countersign/part-desk/relayed/relay-record';
import { isInside } from '@countersign/server/http/address';
import type { Service } from '@countersign/uap/model/service';

type Towards = NonNullable<RelayRecord['mask']>;

/** Names that only the own network resolves: of one word, or below a domain that is reserved for it. */
const insideName = /^(?:[^.]+|.*\.(?:localhost|local|internal|lan|intranet|home\.arpa))$/i;

const isOwnNetwork = (url: string): boolean => {
  const { hostname } = new URL(url);
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isAddress ? isInside(hostname) : insideName.test(hostname);
};

/**
 * Towards whom a call and its results are masked, if the policy does not say. An agent is of another organisation if it is not on the
 * own network, if another registry has it, or if another registrant than the caller has registered it; for that one the caller is of
 * another organisation too. Operators are of the organisation of this server.
 */
export function maskedTowards(
  caller: Pick<Operator, 'id' | 'role'>,
  {
    policy,
    service,
    target,
  }: {
    policy: Pick<GatewayPolicy, 'mask'>;
    service: Pick<Service, 'registered_by'>;
    target: { url: string };
  },
): Towards {
  if (policy.mask === 'never') return [];
  if (policy.mask === 'always') return ['agent', 'caller'];
  const isOthers = caller.role === 'registrant' && service.registered_by !== caller.id;
  const isElsewhere = 'origin_registry' in service || !isOwnNetwork(target.url);
  return [
    ...(isElsewhere || isOthers ? (['agent'] as const) : []),
    ...(isOthers ? (['caller'] as const) : []),
  ];
}
