import type { GatewayPolicy, GatewayRoute } from '@countersign/api/gateway';
import type { Route } from '@countersign/uap/model/route';
import type { Service } from '@countersign/uap/model/service';

/** What a route needs to be usable, in the order in which `paths.find` asks for it. */
function stateOf(
  { service }: Pick<Route, 'service'>,
  policy: GatewayPolicy | null,
  instances: readonly Service[],
): GatewayRoute['state'] {
  if (policy === null) return 'no-policy';
  if (policy.service !== service) return 'other-service';
  if (instances.length === 0) return 'no-service';
  return instances.some(({ health_status: health }) => health !== 'unhealthy')
    ? 'open'
    : 'unhealthy';
}

const hostOf = ({ host, port }: Service): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** A route for people: with its policy, and whether calls can use it. */
export function shownRoute(
  route: Route,
  policy: GatewayPolicy | null,
  instances: readonly Service[],
): GatewayRoute {
  return {
    ...{ route: route.name, service: route.service, agentProtocol: route.agent_protocol, policy },
    state: stateOf(route, policy, instances),
    hosts: [...new Set(instances.map(hostOf))],
  };
}

/** A policy whose route was removed: it allows nothing, and would allow calls again with a route of its name. */
export const leftPolicy = (policy: GatewayPolicy): GatewayRoute => ({
  ...{ route: policy.route, service: '', agentProtocol: '', policy, state: 'no-route', hosts: [] },
});
