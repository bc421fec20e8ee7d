import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { instructions, tools } from '@countersign/adapters/mcp-client/tools';
import { say } from '@countersign/api/statements';
import { withExactNumbers } from '@countersign/json/exact-number';
import { isObject } from '@countersign/json/json-object';
import { createMcpHandler, type McpRequestContext, Server } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { guessed, requireSameOrigin } from '../operators/guard.ts';
import type { GuessLimit } from '../operators/guess-limit.ts';
import type { KnownClient } from './client-records.ts';
import { callTool } from './tool-calls.ts';

/** Calls in progress of clients with sessions, so that a cancellation, which is a request of its own, finds its call. */
type InProgress = Map<string, AbortController>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Of an authenticated request to the MCP endpoint. */
    mcpCaller: { client: KnownClient; token: string } | null;
  }
}

const sessionHeader = 'mcp-session-id';

/**
 * The MCP endpoint: streamable HTTP, for the current revision and those of 2025. It keeps nothing between requests but the calls in
 * progress: a session is only an id that groups calls and survives a restart.
 */
export function registerMcp(app: ZodApp, deps: AppDeps & { guesses: GuessLimit }): void {
  const { mcpClients: clients, mcpQuestions: questions, guesses } = deps;
  const inProgress: InProgress = new Map();

  const serverFor = ({ era, authInfo, requestInfo }: McpRequestContext) => {
    const client = clientIn(authInfo?.extra);
    const session = requestInfo?.headers.get(sessionHeader) ?? '';
    const server = new Server(
      { name: 'countersign', title: 'Countersign', version: '1.0.0' },
      { capabilities: { tools: {} }, instructions },
    );
    server.setRequestHandler('tools/list', async () => ({
      tools: tools.map((tool) => ({ ...tool })),
    }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const cancel = new AbortController();
      // Without a session, two programs with one token may use the same ids.
      const place = session === '' ? null : placeOf(client, session, mcpReq.id);
      if (place !== null) inProgress.set(place, cancel);
      const token = mcpReq._meta?.progressToken;
      try {
        return await callTool(
          questions,
          {
            client,
            session,
            signal: AbortSignal.any([mcpReq.signal, cancel.signal]),
            // In the current revision a client cancels by closing the stream of its call; in earlier ones, by a notification.
            end: () => {
              if (cancel.signal.aborted) return 'cancelled';
              return era === 'modern' && mcpReq.signal.aborted ? 'closed' : null;
            },
            ...(token === undefined
              ? {}
              : {
                  onTick: (waitedMs, { claim }) => {
                    const message =
                      claim === null ? 'Waiting for a person' : `${claim.name} has it`;
                    const progress = Math.round(waitedMs / 1_000);
                    mcpReq
                      .notify({
                        method: 'notifications/progress',
                        params: { progressToken: token, progress, message },
                      })
                      // The client has disconnected; its call ends by its signal.
                      .catch((error) => app.log.debug({ err: error }, 'No progress was told.'));
                  },
                }),
          },
          { name: params.name, given: params.arguments },
        );
      } finally {
        if (place !== null && inProgress.get(place) === cancel) inProgress.delete(place);
      }
    });
    return server;
  };
  // A response that begins at once and shows signs of life: proxies and clients give up on a silent one long before people answer.
  const handler = createMcpHandler(serverFor, { responseMode: 'sse', keepAliveMs: 15_000 });
  app.addHook('onClose', async () => handler.close());

  app.decorateRequest('mcpCaller', null);
  app.route({
    method: ['POST', 'GET', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    // Before the body is read, and before the requests of the client are counted.
    onRequest: async (request, reply) => {
      requireSameOrigin(request);
      const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? '')?.[1];
      const client =
        token === undefined
          ? null
          : await guessed(request, { guesses, secret: token }, () => clients.byToken(token));
      if (token === undefined || client === null) {
        reply.header('www-authenticate', 'Bearer realm="countersign"');
        throw new ProblemError('unauthorized', say('mcp.token'));
      }
      request.mcpCaller = { client, token };
    },
    handler: async (request, reply) => {
      const { body, mcpCaller } = request;
      if (mcpCaller === null) throw new ProblemError('unauthorized', say('mcp.token'));
      const { client, token } = mcpCaller;
      clients.met(client.id, callerIn(body));
      if (cancels(body)) {
        const session = headerOf(request, sessionHeader) ?? '';
        // No call is registered without a session.
        inProgress.get(placeOf(client, session, body.params.requestId))?.abort();
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
      await send(reply, new Response(response.body, { status: response.status, headers }));
    },
  });
}

const placeOf = (client: KnownClient, session: string, id: unknown): string =>
  JSON.stringify([client.id, session, id]);

function clientIn(extra: Record<string, unknown> | undefined): KnownClient {
  const client = extra?.['client'];
  if (!isObject(client)) throw new Error('The endpoint was called without a client.');
  return { id: String(client['id']), name: String(client['name']) };
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

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === 'content-length' || name === 'authorization') continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const { method } = request;
  return new Request(`http://${request.headers.host ?? '127.0.0.1'}/mcp`, {
    method,
    headers,
    signal,
  });
}

/** Passes a response on as it comes; each chunk is one message, or the whole body. */
async function send(reply: FastifyReply, response: Response): Promise<void> {
  reply.hijack();
  const out = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) out.setHeader(name, value);
  }
  response.headers.forEach((value, name) => {
    out.setHeader(name, value);
  });
  out.removeHeader('content-length');
  out.writeHead(response.status);
  out.flushHeaders();
  if (response.body === null) {
    out.end();
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  out.once('close', () => void reader.cancel().catch(() => {}));
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (!out.write(withExactNumbers(next.value))) await drained(out);
    }
  } catch (error) {
    // The client has disconnected, or the call was cancelled: nothing more can be sent.
    reply.log.debug({ err: error }, 'The response of an MCP call was not sent to its end.');
  }
  out.end();
}

const drained = (out: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    out.once('drain', resolve);
    out.once('close', resolve);
  });
