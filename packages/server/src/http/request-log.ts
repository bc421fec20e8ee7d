import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { parseTraceparent } from '../telemetry/trace-context.ts';
import type { Span } from '../telemetry/tracer.ts';

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

/** Responses that last as long as their reader: their duration means nothing. */
const streams = new Set([
  '/api/stream',
  '/mcp',
  '/mcp/environment',
  '/mcp/profiles/:id',
  '/mcp/session',
]);

/** Sends every client the id of its request, and logs, counts and traces each with its outcome. */
export function registerRequestLog(
  app: FastifyInstance,
  { figures, tracer }: Pick<Telemetry, 'figures' | 'tracer'>,
): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const { method, routeOptions } = request;
    if (tracer === null || streams.has(routeOptions.url ?? '')) return done();
    const span = tracer.start(`${method} ${routeOptions.url ?? '(unknown)'}`, {
      kind: 'server',
      parent: parseTraceparent(request.headers.traceparent),
      attributes: { requestId: request.id },
    });
    spans.set(request, span);
    request.log = request.log.child({ traceId: span.context.traceId });
    span.run(done);
  });
  // Reading the body leaves the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status, elapsedTime } = reply;
    const about = aboutRequest(request);
    const { route = '' } = about;
    request.log.debug({ ...about, status, ms: Math.round(elapsedTime) }, 'A request was answered.');
    if (!streams.has(route)) figures.request(route, status, elapsedTime / 1_000);
    const failure = status >= 500 ? `HTTP ${status}` : undefined;
    spans.get(request)?.end(failure, { ...about, status });
  });
}
