import { randomUUID } from 'node:crypto';
import { gatewayTools, readMcpCall } from '@countersign/adapters/relay/mcp-calls';
import { createMcpEventWriter } from '@countersign/adapters/relay/mcp-events';
import { writeMcpResult } from '@countersign/adapters/relay/mcp-results';
import { RelayRefusal, type RelayTask } from '@countersign/adapters/relay/neutral';
import { writeMcpError } from '@countersign/adapters/relay/relay-errors';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { Service } from '@countersign/uap/model/service';
import { profileOf } from '@countersign/uap/profile/profile-of';
import {
  type CallToolResult,
  createMcpHandler,
  type InputRequiredResult,
  type McpRequestContext,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendResponse, webRequest } from '../mcp/web-exchange.ts';
import { operatorOf } from '../operators/guard.ts';
import { type Calling, type Gateway, refusalOf } from './gateway.ts';
import { goneSignal } from './gone-signal.ts';
import { canElicit, elicitationOf, elicitedIn } from './mcp-elicitation.ts';
import { eventsOf } from './task-events.ts';

/** Less than the usual limit of clients, which is a minute: a task that takes longer is read with `get_agent_task`. */
const waitMs = 50_000;

const descriptions: Readonly<Record<string, string>> = {
  list_agents: 'Lists the agents that can be called, with what they can do.',
  run_agent_task:
    'Starts a task of an agent. If its state is input-required, a person is asked; read the task later with get_agent_task.',
  get_agent_task: 'Reads the state and the output of a task.',
  cancel_agent_task: 'Stops a task.',
  resume_agent_task: 'Continues a task with a message.',
};
const agentUri = /^uap:\/\/agents\/(.+)$/;

/** A request: who has made it, and where its faults are noted. */
interface Exchange {
  calling: Calling;
  fault(error: unknown): void;
}

/** Serves agents of any protocol as tools of an MCP server. */
export function createMcpEndpoint(gateway: Gateway) {
  const exchanges = new Map<string, Exchange>();
  const exchangeOf = ({ authInfo }: McpRequestContext): Exchange => {
    const exchange = exchanges.get(authInfo?.clientId ?? '');
    if (exchange === undefined) throw new RelayRefusal('bad-request', 'The caller is not known.');
    return exchange;
  };
  const handler = createMcpHandler((context) => serverFor(gateway, exchangeOf(context)), {
    responseMode: 'sse',
    keepAliveMs: 15_000,
  });
  return {
    close: () => handler.close(),
    async call(request: FastifyRequest, reply: FastifyReply) {
      const { body } = request;
      const exchange = randomUUID();
      exchanges.set(exchange, {
        calling: { caller: operatorOf(request), protocol: 'mcp' },
        fault: (err) => request.log.error({ err }, 'A call of a tool of the gateway failed.'),
      });
      reply.raw.once('close', () => exchanges.delete(exchange));
      const response = await handler.fetch(webRequest(request, goneSignal(reply)), {
        authInfo: { token: '', clientId: exchange, scopes: [], extra: {} },
        ...(body === undefined || body === null ? {} : { parsedBody: body }),
      });
      await sendResponse(reply, response);
      return reply;
    },
  };
}

function serverFor(gateway: Gateway, { calling, fault }: Exchange): Server {
  const server = new Server(
    { name: 'countersign-gateway', title: 'Countersign gateway', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {} } },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: Object.entries(gatewayTools).map(([name, schema]) => ({
      name,
      description: descriptions[name] ?? '',
      inputSchema: { type: 'object' as const, ...schema },
    })),
  }));
  server.setRequestHandler('resources/list', async () => ({
    resources: (await gateway.callable(calling)).map((service) => ({
      uri: `uap://agents/${service.id}`,
      name: service.name,
      description: profileOf(service).description,
      mimeType: 'application/json',
    })),
  }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    const id = agentUri.exec(params.uri)?.[1];
    const service = (await gateway.callable(calling)).find((one) => one.id === id);
    const text = JSON.stringify(service === undefined ? null : describe(service));
    return { contents: [{ uri: params.uri, mimeType: 'application/json', text }] };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const given = isObject(params.arguments) ? params.arguments : {};
    const asked = { name: params.name, given, request: mcpReq };
    return callTool(gateway, calling, asked).catch((error: unknown) => {
      // The SDK answers it, and tells nobody.
      fault(error);
      throw error;
    });
  });
  return server;
}

async function callTool(
  gateway: Gateway,
  calling: Calling,
  { name, given, request }: { name: string; given: JsonObject; request: ServerContext['mcpReq'] },
): Promise<CallToolResult | InputRequiredResult> {
  try {
    // The same request again, with what the client's person has done with a question: it starts nothing anew.
    const elicited = elicitedIn(request);
    if (elicited?.kind === 'left') {
      const task = await gateway.call(calling, { ...elicited, do: 'read', historyLength: null });
      return resultOf(writeMcpResult(task).value);
    }
    const call = elicited?.call ?? readMcpCall({ name, arguments: given });
    if (call.do === 'list') return listResult(await gateway.callable(calling));
    let task = await gateway.call(calling, call);
    if ((call.do === 'start' || call.do === 'resume') && call.mode !== 'async') {
      task = await followed(gateway, calling, { task, request });
      const asked = canElicit(request) ? elicitationOf(task) : null;
      if (asked !== null && (await mayAnswer(gateway, calling, task))) return asked;
    }
    return resultOf(writeMcpResult(task).value);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return errorResult(refusal);
  }
}

/** Follows a task, and reports its progress to a client that has asked for it. */
/** Whether the policy leaves the questions of an agent to its caller. */
const mayAnswer = async (gateway: Gateway, { caller }: Calling, { agent }: RelayTask) =>
  (await gateway.paths.find(caller, 'mcp', agent)).policy.callerMayAnswer;

async function followed(
  gateway: Gateway,
  calling: Calling,
  { task, request }: { task: RelayTask; request: ServerContext['mcpReq'] },
): Promise<RelayTask> {
  const token = request._meta?.progressToken;
  const write = token === undefined ? null : createMcpEventWriter(token);
  const events = eventsOf();
  let last = task;
  for await (const next of gateway.follow(calling, task, { ms: waitMs, signal: request.signal })) {
    last = next;
    for (const event of events(next)) {
      const said = write?.(event).value ?? null;
      if (said?.method !== 'notifications/progress' || token === undefined) continue;
      const { progress, message } = said.params;
      await request
        .notify({
          method: 'notifications/progress',
          params: {
            progressToken: token,
            progress: Number(progress),
            ...(typeof message === 'string' ? { message } : {}),
          },
        })
        // The client has disconnected; its call ends by its signal.
        .catch(() => {});
    }
  }
  return last;
}

const describe = (service: Service): JsonObject => {
  const { name, description, version, skills, inputModes, outputModes } = profileOf(service);
  return {
    agent: service.name,
    protocol: service.agent_protocol,
    ...{ name, description, version, skills, inputModes, outputModes },
  };
};

function listResult(services: readonly Service[]): CallToolResult {
  const agents = services.map(describe);
  const text = JSON.stringify(agents);
  return { content: [{ type: 'text', text }], structuredContent: { agents } };
}

/** The blocks of the adapters are those of MCP; the SDK checks them before they are sent. */
function resultOf({ content, structuredContent, isError }: JsonObject): CallToolResult {
  return {
    content: content as CallToolResult['content'],
    ...(isObject(structuredContent) ? { structuredContent } : {}),
    ...(isError === true ? { isError } : {}),
  };
}

function errorResult(refusal: RelayRefusal): CallToolResult {
  const { value } = writeMcpError(refusal.error);
  const error = value.kind === 'tool' ? value.error : { ...value.error };
  return {
    content: [{ type: 'text', text: refusal.message }],
    structuredContent: { error },
    isError: true,
  };
}
