import { randomUUID } from 'node:crypto';
import { say } from '@countersign/api/statements';
import { isObject } from '@countersign/json/json-object';
import { bearerOf, guessed, requireSameOrigin } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import {
  headerOf,
  sendResponse,
  sessionHeader,
  webRequest,
} from '@countersign/server/http/web-exchange';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { HttpSide, Kernel } from '@countersign/server/kernel';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { McpServices } from '../mcp-services.ts';
import { createCallsInProgress } from './calls-in-progress.ts';
import { toolServer } from './tool-server.ts';

/**
 * The MCP endpoint: streamable HTTP, for the current revision and those of 2025. It keeps nothing between requests but the calls in
 * progress: a session is only an id that groups calls and survives a restart.
 */
export function registerMcp(app: ZodApp, deps: Kernel & HttpSide & McpServices): void {
  const { programs: clients, programQuestions: questions, guesses } = deps;
  const calls = createCallsInProgress(deps.journal.others);
  const serverFor = toolServer(questions, calls, deps.toolSets);
  // A response that begins at once and shows signs of life: proxies and clients give up on a silent one long before people answer.
  const handler = createMcpHandler(serverFor, { responseMode: 'sse', keepAliveMs: 15_000 });
  app.addHook('onClose', async () => {
    calls.close();
    await handler.close();
  });

  app.route({
    method: ['POST', 'GET', 'DELETE'],
    url: '/mcp',
    // Before the body is read, and before the requests of the client are counted.
    onRequest: async (request, reply) => {
      requireSameOrigin(request);
      const token = bearerOf(request.headers.authorization);
      const client =
        token === undefined
          ? null
          : await guessed(request, { guesses, secret: token }, () => clients.byToken(token, 'mcp'));
      if (token === undefined || client === null) {
        reply.header('www-authenticate', 'Bearer realm="countersign"');
        throw new ProblemError('unauthorized', say('program.token'));
      }
      request.programCaller = { client, token };
    },
    handler: async (request, reply) => {
      const { body, programCaller } = request;
      if (programCaller === null) throw new ProblemError('unauthorized', say('program.token'));
      const { client, token } = programCaller;
      clients.met(client.id, callerIn(body));
      if (cancels(body)) {
        const session = headerOf(request, sessionHeader) ?? '';
        calls.cancel({ client, session, id: body.params.requestId });
      }
      const abort = new AbortController();
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) abort.abort();
      });
      const response = await handler.fetch(webRequest(request, abort.signal), {
        authInfo: { token, clientId: client.id, scopes: [], extra: { client } },
        ...(body === undefined || body === null ? {} : { parsedBody: body }),
      });
      const headers = new Headers(response.headers);
      if (isObject(body) && body['method'] === 'initialize')
        headers.set(sessionHeader, randomUUID());
      await sendResponse(reply, new Response(response.body, { status: response.status, headers }));
    },
  });
}

/** What the client calls itself: said in `initialize`, or with every request. */
function callerIn(body: unknown): string | null {
  if (!isObject(body) || !isObject(body['params'])) return null;
  const { params } = body;
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const info = params['clientInfo'] ?? meta['io.modelcontextprotocol/clientInfo'];
  if (!isObject(info) || typeof info['name'] !== 'string') return null;
  const version = typeof info['version'] === 'string' ? ` ${info['version']}` : '';
  return `${info['name']}${version}`;
}

function cancels(body: unknown): body is { params: { requestId: unknown } } {
  return (
    isObject(body) &&
    body['method'] === 'notifications/cancelled' &&
    isObject(body['params']) &&
    body['params']['requestId'] !== undefined
  );
}
