import { RelayRefusal } from '@countersign/adapters/relay/neutral';
import { say } from '@countersign/adapters/relay/relay-statements';
import type { GatewayPolicy } from '@countersign/api/gateway';
import type { Operator } from '@countersign/api/operator';
import { may } from '@countersign/desk/permissions';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { ClientProtocol } from '@countersign/part-desk/relayed/relay-record';
import { listUapEntries, type StoredPolicy } from '@countersign/part-registry/rows/uap-entries';
import type { ServiceRegistry } from '@countersign/part-registry/services/service-registry';
import type { Journal } from '@countersign/server/journal/journal';
import type { Route } from '@countersign/uap/model/route';
import type { Service } from '@countersign/uap/model/service';
import { type Connection, negotiate } from '@countersign/uap/tree/negotiate';
import { healthyInstances, instancesOf, type ServiceSources, unknownService } from './instances.ts';
import { policyOf } from './policies.ts';
import { targetOf } from './target.ts';

/** The path of a call: the route and its policy, the service, and its agent. */
export interface CallPath {
  route: Route;
  policy: GatewayPolicy;
  service: Service;
  target: AgentDescriptor;
  connection: Connection;
}

/** Finds the ways of calls through the gateway. */
export interface Paths {
  /**
   * The way to a service, by its name.
   *
   * @throws {RelayRefusal} with the reason why there is none for this caller.
   */
  find(caller: Operator, protocol: ClientProtocol, service: string): Promise<CallPath>;
  /** The services that this caller may call. */
  callable(caller: Operator, protocol: ClientProtocol): Promise<Service[]>;
}

/** What an adapter from a protocol to another loses. */
const adapters = (['a2a', 'acp', 'mcp', 'hai', 'ag-ui'] as const).flatMap((from) =>
  (['hai', 'ag-ui', 'a2a', 'mcp', 'acp'] as const).map((to) => ({ from, to, lossy: lostTo(to) })),
);

function lostTo(protocol: string): string[] {
  if (protocol === 'mcp') return ['bytes', 'link', 'text', 'resume'];
  const usual = ['acceptedTypes', 'metadata'];
  return protocol === 'acp' ? ['messageId', ...usual] : usual;
}

export function createPaths(
  journal: Pick<Journal, 'read'>,
  sources: ServiceSources & { serviceRegistry: Pick<ServiceRegistry, 'routes'> },
): Paths {
  const { routes: known } = sources.serviceRegistry;
  const readPolicies = () => listUapEntries(journal.read, 'policy');
  const findIn = (
    policies: readonly StoredPolicy[],
    { caller, protocol }: { caller: Operator; protocol: ClientProtocol },
    name: string,
  ): CallPath => {
    const instances = instancesOf(sources, name);
    if (instances.here.length + instances.silent.length === 0) throw unknownService(name);
    const routes = known
      .list()
      .filter(
        ({ service, agent_protocol: spoken }) =>
          service === name && (spoken === '' || spoken === protocol),
      );
    const allowed = routes.flatMap((route) => {
      const policy = policies.find((one) => one.route === route.name);
      return policy === undefined ? [] : [{ route, policy: policyOf(policy) }];
    });
    // Permission to replace a route must not lead others to what no administrator has allowed.
    const meant = allowed.filter(({ policy }) => policy.service === name);
    const mine = meant.find(({ policy }) => mayCall(caller, policy));
    if (mine === undefined) {
      throw notAllowed(name, {
        ...{ routes: routes.length, policies: allowed.length, meant: meant.length },
      });
    }
    return firstOf(healthyInstances(instances, name), (service) => ({
      ...mine,
      service,
      target: targetOf(service, mine.policy),
      connection: negotiate(
        [{ name: protocol, versions: [], transports: [] }],
        { ...service, versions: [], transports: [] },
        adapters,
      ),
    }));
  };
  return {
    find: async (caller, protocol, name) =>
      findIn(await readPolicies(), { caller, protocol }, name),
    async callable(caller, protocol) {
      const policies = await readPolicies();
      const names = new Set(known.list().map(({ service }) => service));
      const found: Service[] = [];
      for (const name of names) {
        try {
          found.push(findIn(policies, { caller, protocol }, name).service);
        } catch (error) {
          if (!(error instanceof RelayRefusal)) throw error;
        }
      }
      return found;
    },
  };
}

const mayCall = (caller: Operator, { callers }: GatewayPolicy): boolean =>
  may(caller, 'work') ||
  (caller.role === 'registrant' && (callers.includes('*') || callers.includes(caller.id)));

/** The first instance that can be called; if none can, the reason of the first. */
function firstOf<Result>(services: readonly Service[], take: (service: Service) => Result): Result {
  let reason: RelayRefusal | null = null;
  for (const service of services) {
    try {
      return take(service);
    } catch (error) {
      if (!(error instanceof RelayRefusal)) throw error;
      reason ??= error;
    }
  }
  throw reason ?? new RelayRefusal('internal', say('relay.no-instance'));
}

const notAllowed = (
  name: string,
  { routes, policies, meant }: { routes: number; policies: number; meant: number },
): RelayRefusal =>
  new RelayRefusal(
    'not-allowed',
    routes === 0
      ? say('relay.no-route', { name })
      : policies === 0
        ? say('relay.no-policy', { name })
        : meant === 0
          ? say('relay.other-policy', { name })
          : say('relay.may-not', { name }),
  );
