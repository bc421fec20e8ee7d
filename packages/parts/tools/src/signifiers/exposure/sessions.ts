import { randomUUID } from 'node:crypto';
import { say } from '@countersign/api/statements';
import { goneSignal } from '@countersign/server/http/gone-signal';
import { ProblemError } from '@countersign/server/http/problem';
import { headerOf, sendResponse, webRequest } from '@countersign/server/http/web-exchange';
import type { ZodApp } from '@countersign/server/http/zod-app';
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressesOf } from '../addresses.ts';
import type { AgentCaller } from './agent-caller.ts';
import type { ControlDeps } from './control-server.ts';
import { authOf, type Exchange } from './exchange.ts';
import type { ProfileTools } from './profile-tools.ts';
import { type SessionServer, sessionServer } from './session-server.ts';

interface Deps extends ControlDeps {
  tools: ProfileTools;
  /** Finds out who calls. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

interface Session extends SessionServer {
  callerId: string;
  transport: WebStandardStreamableHTTPServerTransport;
}

/** Of one caller; another one ends that which was not used for the longest time. */
const maxSessions = 20;

/**
 * The mode of the published system, for clients of the revisions of 2025 that know one address: each session has its own tools, by the
 * profile that it names. The id of a session is nothing without the token of its owner, and it is in the header of the protocol
 * only. A session is in the memory of this server: after a restart its client begins another one, as the protocol says.
 */
export function registerSessions(app: ZodApp, deps: Deps): void {
  /** By their ids, the one that was not used for the longest time first. */
  const sessions = new Map<string, Session>();
  const stop = deps.environmentNews.listen((profile) => {
    for (const session of sessions.values()) session.receive(profile);
  });
  app.addHook('onClose', async () => {
    stop();
    await Promise.all([...sessions.values()].map(({ server }) => server.close()));
  });

  const begin = async ({ id: callerId }: AgentCaller): Promise<Session> => {
    const made = sessionServer(deps);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: async (id) => {
        const own = [...sessions.values()].filter((session) => session.callerId === callerId);
        const [oldest] = own;
        if (oldest !== undefined && own.length >= maxSessions) await oldest.server.close();
        sessions.set(id, session);
      },
    });
    const session: Session = { ...made, callerId, transport };
    made.server.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await made.server.connect(transport);
    return session;
  };

  const sessionOf = (request: FastifyRequest, caller: AgentCaller): Session | null => {
    const id = headerOf(request, 'mcp-session-id') ?? '';
    const found = sessions.get(id);
    if (found === undefined || found.callerId !== caller.id) return null;
    sessions.delete(id);
    sessions.set(id, found);
    return found;
  };

  app.route({
    method: ['POST', 'GET', 'DELETE'],
    url: '/mcp/session',
    onRequest: deps.admit,
    async handler(request, reply) {
      const { body, agentCaller: caller } = request;
      if (caller === null) throw new ProblemError('unauthorized', say('environment.token'));
      const isNew =
        headerOf(request, 'mcp-session-id') === undefined && isInitializeRequest(body ?? undefined);
      const session = isNew ? await begin(caller) : sessionOf(request, caller);
      if (session === null) {
        await sendResponse(reply, refusal(headerOf(request, 'mcp-session-id') !== undefined));
        return reply;
      }
      const exchange: Exchange = { caller, at: addressesOf(request), gone: goneSignal(reply) };
      const response = await session.transport.handleRequest(webRequest(request, exchange.gone), {
        authInfo: authOf(exchange),
        ...(body === undefined || body === null ? {} : { parsedBody: body }),
      });
      await sendResponse(reply, response);
      return reply;
    },
  });
}

/** As the protocol has it: 404 makes a client begin another session. */
const refusal = (isNamed: boolean): Response => {
  const message = isNamed ? 'Session not found' : 'Bad Request: there is no session';
  const error = { code: isNamed ? -32_001 : -32_000, message };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: isNamed ? 404 : 400 });
};
