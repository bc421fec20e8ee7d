import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Short enough to be read out, long enough to be found. */
export const newRequestId = (): string => randomBytes(8).toString('hex');

const namesOfIds: Record<string, string> = {
  agents: 'agentId',
  prompts: 'promptId',
  tasks: 'taskId',
  decisions: 'deliveryId',
  webhooks: 'webhookId',
  callbacks: 'runId',
};

/** A request as it is logged: by its route and the ids in it, as addresses and bodies may contain secrets. */
export function aboutRequest(request: FastifyRequest): Record<string, string> {
  const route = request.routeOptions.url ?? '(unknown)';
  const { id, runId } = (request.params ?? {}) as Record<string, string | undefined>;
  const name = namesOfIds[/^\/api\/([\w-]+)\/:/.exec(route)?.[1] ?? ''];
  const value = id ?? runId;
  return {
    method: request.method,
    route,
    ...(name === undefined || value === undefined ? {} : { [name]: value }),
    ...(request.identity == null ? {} : { operator: request.identity.operator.id }),
  };
}

/** Tells every client the id of its request, and logs each with its outcome. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const outcome = { status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.debug({ ...aboutRequest(request), ...outcome }, 'A request was answered.');
  });
}
