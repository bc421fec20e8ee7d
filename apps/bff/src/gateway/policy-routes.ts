import { say } from '@countersign/api/statements';
import type { AppDeps } from '../app-deps.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';
import { listUapEntries } from '../store/uap-entries.ts';
import { putPolicy, removePolicy } from './policies.ts';
import { previewCall } from './preview.ts';

/** Who may use the routes of the gateway, and what a call would become. */
export function registerGatewayPolicies(app: ZodApp, deps: AppDeps): void {
  const { journal, serviceRegistry, gateway } = deps;
  const noRoute = () => new ProblemError('not-found', say('gateway.no-route'));

  serve(app, 'GET /api/gateway/policies', async () => ({
    items: (await listUapEntries(journal.read, 'policy')).map(({ index: _, ...policy }) => policy),
  }));

  serve(app, 'PUT /api/gateway/policies/:id', async (request) => {
    const { id } = request.params;
    const route = serviceRegistry.routes.list().find(({ name }) => name === id);
    if (route === undefined) throw noRoute();
    const policy = { route: id, service: route.service, ...request.body };
    await journal.commit(putPolicy, { policy, by: operatorOf(request).id });
    return policy;
  });

  serve(app, 'DELETE /api/gateway/policies/:id', async (request, reply) => {
    const { id } = request.params;
    const removed = await journal.commit(removePolicy, { route: id, by: operatorOf(request).id });
    if (!removed) throw noRoute();
    return reply.code(204).send(null);
  });

  serve(app, 'POST /api/gateway/preview', async (request) =>
    previewCall({ ...deps, paths: gateway.paths }, operatorOf(request), request.body),
  );
}
