import { say } from '@countersign/api/statements';
import type { McpServices } from '@countersign/part-mcp/mcp-services';
import { goneSignal } from '@countersign/server/http/gone-signal';
import { ProblemError } from '@countersign/server/http/problem';
import { sendResponse, webRequest } from '@countersign/server/http/web-exchange';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { HttpSide, Kernel } from '@countersign/server/kernel';
import {
  type CallToolResult,
  createMcpHandler,
  type McpHttpHandler,
  Server,
} from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readEnvironment } from '../../rows/environment-entries.ts';
import type { ToolServices } from '../../tool-services.ts';
import { addressesOf } from '../addresses.ts';
import { type AgentCaller, agentCallerOf } from './agent-caller.ts';
import { controlServer } from './control-server.ts';
import { authOf, type Exchange, exchangeIn } from './exchange.ts';
import { createExposedProfiles } from './exposed-profiles.ts';
import { createProfileTools, type ProfileTools } from './profile-tools.ts';
import { registerSessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of an authenticated request to one of the endpoints for agents. */
    agentCaller: AgentCaller | null;
  }
}

/** What a request to the endpoint of a profile talks to: the tools that the context of the profile recommends. */
function profileServer(tools: ProfileTools, exchange: Exchange, id: string): Server {
  const server = new Server(
    { name: `countersign-${id}`, title: `Countersign: ${id}`, version: '1.0.0' },
    {
      capabilities: { tools: { listChanged: true } },
      instructions:
        'The tools are those that fit what you are about to do: say that with update_profile at /mcp/environment. A person may be asked before a call; a call that waits is no failure.',
    },
  );
  server.setRequestHandler('tools/list', async () => ({ tools: await tools.list(exchange, id) }));
  server.setRequestHandler(
    'tools/call',
    ({ params }, { mcpReq }): Promise<CallToolResult> =>
      tools.call(exchange, id, { params, request: mcpReq }),
  );
  return server;
}

/** Requests of one caller that are open at once; most of them wait. */
const maxOpen = 50;
const options = { responseMode: 'sse', keepAliveMs: 15_000 } as const;

/**
 * What is offered to agents over MCP: an endpoint with fixed tools, and one for each profile whose tools are those that its context
 * recommends. Nothing is kept for a connection, so two agents cannot see each other's tools.
 */
export function registerExposure(
  app: ZodApp,
  deps: Kernel & HttpSide & McpServices & ToolServices,
): void {
  const { environmentNews } = deps;
  const profiles = createExposedProfiles(deps);
  const tools = createProfileTools(deps, profiles);
  const control = createMcpHandler(
    ({ authInfo }) => controlServer({ ...deps, profiles }, exchangeIn(authInfo)),
    options,
  );
  /** By the ids of profiles: a change of one is sent only to those that listen to it. */
  const handlers = new Map<string, McpHttpHandler>();
  const handlerOf = (id: string) => {
    const known =
      handlers.get(id) ??
      createMcpHandler(({ authInfo }) => profileServer(tools, exchangeIn(authInfo), id), options);
    handlers.set(id, known);
    return known;
  };
  const dropIfRemoved = async (id: string) => {
    const profile = await readEnvironment(deps.journal.read, 'profile', id).catch(() => undefined);
    const handler = handlers.get(id);
    if (profile !== null || handler === undefined) return;
    handlers.delete(id);
    await handler.close();
  };
  const stop = environmentNews.listen((profile) => {
    for (const [id, handler] of handlers) {
      if (profile === null || profile === id) handler.notify.toolsChanged();
    }
    if (profile !== null && handlers.has(profile)) void dropIfRemoved(profile);
  });
  app.addHook('onClose', async () => {
    stop();
    await Promise.all([control, ...handlers.values()].map((handler) => handler.close()));
  });

  app.decorateRequest('agentCaller', null);
  const open = new Map<string, number>();
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await agentCallerOf(deps, request, reply);
    // It has left meanwhile: its connection does not close a second time, and it would be counted for ever.
    if (reply.raw.destroyed) throw new ProblemError('invalid-request', say('call.broken-off'));
    const count = open.get(caller.id) ?? 0;
    if (count >= maxOpen) {
      throw new ProblemError('too-many-streams', say('stream.your-tabs', { count: maxOpen }));
    }
    open.set(caller.id, count + 1);
    reply.raw.once('close', () => {
      const left = (open.get(caller.id) ?? 1) - 1;
      if (left === 0) open.delete(caller.id);
      else open.set(caller.id, left);
    });
    request.agentCaller = caller;
  };
  const pass = async (handler: McpHttpHandler, request: FastifyRequest, reply: FastifyReply) => {
    const { body, agentCaller: caller } = request;
    if (caller === null) throw new ProblemError('unauthorized', say('environment.token'));
    const exchange: Exchange = { caller, at: addressesOf(request), gone: goneSignal(reply) };
    const response = await handler.fetch(webRequest(request, exchange.gone), {
      authInfo: authOf(exchange),
      ...(body === undefined || body === null ? {} : { parsedBody: body }),
    });
    await sendResponse(reply, response);
    return reply;
  };
  const route = {
    method: ['POST', 'GET', 'DELETE'] as ['POST', 'GET', 'DELETE'],
  };
  app.route({
    ...{ ...route, url: '/mcp/environment', onRequest: admit },
    handler: (request, reply) => pass(control, request, reply),
  });
  app.route({
    ...{ ...route, url: '/mcp/profiles/:id', onRequest: admit },
    async handler(request, reply) {
      const { id } = request.params as { id: string };
      const profile = await readEnvironment(deps.journal.read, 'profile', id);
      const { agentCaller: caller } = request;
      if (profile === null || caller === null || !isOf(caller, profile.owner ?? null)) {
        throw new ProblemError('not-found', say('environment.no-profile', { id }));
      }
      return pass(handlerOf(id), request, reply);
    },
  });
  if (deps.mcpSessions) registerSessions(app, { ...deps, profiles, tools, admit });
}

const isOf = (caller: AgentCaller, owner: string | null): boolean =>
  caller.owner === null || caller.owner === owner;
