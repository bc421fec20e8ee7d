import type { ZodApp } from '@countersign/server/http/zod-app';
import type { HttpSide, Kernel } from '@countersign/server/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createA2aEndpoint } from './a2a-endpoint.ts';
import { acpBase, acpRoutes, createAcpEndpoint } from './acp/acp-endpoint.ts';
import { createRunEndpoint } from './acp/run-endpoint.ts';
import type { GatewayServices } from './gateway.ts';
import { createMcpEndpoint } from './mcp/mcp-endpoint.ts';
import { createRequestRoom } from './request-room.ts';

const message = 'The body is no JSON.';
/** What is no JSON has no id. */
const rpcError = { jsonrpc: '2.0', id: null, error: { code: -32_700, message } };
const answers = {
  a2a: { status: 200, body: rpcError },
  mcp: { status: 400, body: rpcError },
  acp: { status: 400, body: { code: 'invalid_input', message } },
} as const;

/** Answers a body that is no JSON in the words of a protocol. */
const answerNoJson =
  (protocol: keyof typeof answers) =>
  (error: Error, _request: FastifyRequest, reply: FastifyReply): void => {
    const code = 'code' in error ? error.code : undefined;
    if (code !== 'FST_ERR_CTP_INVALID_JSON_BODY' && code !== 'FST_ERR_CTP_EMPTY_JSON_BODY')
      throw error;
    const { status, body } = answers[protocol];
    reply.code(status).send(body);
  };

const serviceOf = (request: FastifyRequest): string =>
  (request.params as { service?: string }).service ?? '';

/**
 * The gateway over HTTP, in the protocols of its clients. Registrants may call it, as far as the policies allow; operators call with
 * their own token.
 */
export function registerGateway(app: ZodApp, deps: Kernel & HttpSide & GatewayServices): void {
  const { gateway, clock } = deps;
  const preHandler = createRequestRoom(deps);
  const config = { registrants: true, role: 'operator' } as const;
  const a2a = createA2aEndpoint(gateway, clock, deps.secureHost);
  const a2aUrl = '/api/gateway/a2a/:service';
  app.route({
    ...{ method: 'POST', url: a2aUrl, config, preHandler },
    errorHandler: answerNoJson('a2a'),
    handler: (request, reply) => a2a.call(request, reply, serviceOf(request)),
  });
  app.route({
    ...{ method: 'GET', url: `${a2aUrl}/.well-known/agent-card.json`, config, preHandler },
    handler: (request, reply) => a2a.card(request, reply, serviceOf(request)),
  });

  for (const protocol of ['hai', 'ag-ui'] as const) {
    const runs = createRunEndpoint(gateway, { protocol, clock });
    app.route({
      ...{ method: 'POST', url: `/api/gateway/${protocol}/:service`, config, preHandler },
      handler: (request, reply) => runs.call(request, reply, serviceOf(request)),
    });
  }

  const mcp = createMcpEndpoint(gateway, deps.journal.others);
  app.addHook('onClose', async () => mcp.close());
  app.route({
    ...{ method: ['POST', 'GET', 'DELETE'], url: '/api/gateway/mcp', config, preHandler },
    errorHandler: answerNoJson('mcp'),
    handler: (request, reply) => mcp.call(request, reply),
  });

  const acp = createAcpEndpoint(gateway, clock, deps.secureHost);
  for (const [method, path] of acpRoutes) {
    app.route({
      ...{ method, url: `${acpBase}${path}`, config, preHandler },
      errorHandler: answerNoJson('acp'),
      handler: (request, reply) => acp.call(request, reply),
    });
  }
}
