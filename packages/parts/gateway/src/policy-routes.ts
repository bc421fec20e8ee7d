import type { GatewayPolicy, GatewayRoute } from '@countersign/api/gateway';
import { say } from '@countersign/api/statements';
import type { DeskServices } from '@countersign/part-desk/desk-services';
import type { RegistryServices } from '@countersign/part-registry/registry-services';
import { listUapEntries } from '@countersign/part-registry/rows/uap-entries';
import { operatorOf } from '@countersign/server/guard/guard';
import { faultyEntry, ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import type { Route } from '@countersign/uap/model/route';
import type { Service } from '@countersign/uap/model/service';
import type { GatewayServices } from './gateway.ts';
import { gatewayHistory } from './gateway-history.ts';
import { instancesOf } from './instances.ts';
import { policyOf, putPolicy, removePolicy } from './policies.ts';
import { previewCall } from './preview.ts';
import { sendCall } from './send-call.ts';

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
function shownRoute(
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
const leftPolicy = (policy: GatewayPolicy): GatewayRoute => ({
  ...{ route: policy.route, service: '', agentProtocol: '', policy, state: 'no-route', hosts: [] },
});

/** Who may use the routes of the gateway, and what a call would become. */
export function registerGatewayPolicies(
  app: ZodApp,
  deps: Kernel & DeskServices & RegistryServices & GatewayServices,
): void {
  const { journal, serviceRegistry, gateway } = deps;
  const noRoute = () => new ProblemError('not-found', say('gateway.no-route'));
  const changed = (policy: GatewayPolicy | null) =>
    new ProblemError('policy-changed', say('gateway.policy-changed'), { policy });

  const listPolicies = async () => (await listUapEntries(journal.read, 'policy')).map(policyOf);

  serve(app, 'GET /api/gateway/policies', async () => ({ items: await listPolicies() }));

  serve(app, 'PUT /api/gateway/policies/:id', async (request) => {
    const { id } = request.params;
    const { version, service, ...body } = request.body;
    const policy = { route: id, ...body };
    const by = operatorOf(request).id;
    const outcome = await journal.commit(putPolicy, { policy, service, version, by });
    if (outcome.kind === 'no-route') throw noRoute();
    if (outcome.kind === 'led') {
      const { service: now } = outcome;
      throw new ProblemError('policy-changed', say('gateway.route-led', { service: now }));
    }
    if (outcome.kind === 'stale') throw changed(outcome.policy);
    return outcome.policy;
  });

  serve(app, 'DELETE /api/gateway/policies/:id', async (request, reply) => {
    const { id } = request.params;
    const { version } = request.query;
    const by = operatorOf(request).id;
    const outcome = await journal.commit(removePolicy, { route: id, version, by });
    if (outcome.kind === 'none') throw noRoute();
    if (outcome.kind === 'stale') throw changed(outcome.policy);
    return reply.code(204).send(null);
  });

  serve(app, 'GET /api/gateway/routes', async () => {
    const policies = new Map((await listPolicies()).map((policy) => [policy.route, policy]));
    const items = serviceRegistry.routes.list().map((route) => {
      const policy = policies.get(route.name) ?? null;
      policies.delete(route.name);
      return shownRoute(route, policy, instancesOf(deps, route.service).here);
    });
    return { items: [...items, ...[...policies.values()].map(leftPolicy)] };
  });

  serve(app, 'PUT /api/gateway/routes/:id', async (request) => {
    const { routes } = serviceRegistry;
    const { id } = request.params;
    const outcome = await routes.lead({ name: id, ...request.body }, operatorOf(request).id);
    if (outcome.kind === 'faulty') throw faultyEntry(outcome.faults);
    if (outcome.kind !== 'stored') {
      throw new ProblemError('invalid-request', say('gateway.route-not-kept'));
    }
    const policy = (await listPolicies()).find(({ route }) => route === id) ?? null;
    return shownRoute(outcome.route, policy, instancesOf(deps, outcome.route.service).here);
  });

  serve(app, 'DELETE /api/gateway/routes/:id', async (request, reply) => {
    const { id } = request.params;
    const wasThere = await serviceRegistry.routes.remove(id, operatorOf(request).id);
    if (!wasThere) throw noRoute();
    return reply.code(204).send(null);
  });

  serve(app, 'GET /api/gateway/history', () => gatewayHistory(journal.read));

  serve(app, 'POST /api/gateway/preview', async (request) =>
    previewCall({ ...deps, paths: gateway.paths }, operatorOf(request), request.body),
  );

  serve(app, 'POST /api/gateway/calls', async (request) =>
    sendCall(deps, operatorOf(request), request.body),
  );
}
