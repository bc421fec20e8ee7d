import { randomUUID } from 'node:crypto';
import { gatewayResults, gatewayTools, readMcpCall } from '@countersign/adapters/relay/mcp-calls';
import { createMcpEventWriter } from '@countersign/adapters/relay/mcp-events';
import { writeMcpResult } from '@countersign/adapters/relay/mcp-results';
import { RelayRefusal, type RelayTask } from '@countersign/adapters/relay/neutral';
import { writeMcpError } from '@countersign/adapters/relay/relay-errors';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { operatorOf } from '@countersign/server/guard/guard';
import { goneSignal } from '@countersign/server/http/gone-signal';
import {
  headerOf,
  sendResponse,
  sessionHeader,
  webRequest,
} from '@countersign/server/http/web-exchange';
import type { OtherServers } from '@countersign/server/servers/other-servers';
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
import type { Calling } from '../calling.ts';
import { type FollowOptions, type Gateway, refusalOf } from '../gateway.ts';
import { eventsOf, type TaskStep } from '../tasks/task-events.ts';
import { canElicit, clientQuestionOf, elicitationOf, elicitedIn } from './mcp-elicitation.ts';
import {
  asksInSession,
  createSessionQuestions,
  type SessionQuestions,
  sessionAnswerIn,
  sessionIdFor,
} from './mcp-session-questions.ts';

/** Less than the usual limit of clients, which is a minute: a task that takes longer is read with `get_agent_task`. */
const waitMs = 50_000;
/** How long the person of a client has for a question in the stream of a call, unless the client gives up before. */
const answerMs = 10 * 60_000;

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
  /** Of a client that is asked in its session; null = it is not. */
  questions: SessionQuestions | null;
  fault(error: unknown): void;
}

/** Serves agents of any protocol as tools of an MCP server. */
export function createMcpEndpoint(gateway: Gateway, others: OtherServers) {
  const exchanges = new Map<string, Exchange>();
  const questions = createSessionQuestions(others);
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
    close() {
      questions.close();
      return handler.close();
    },
    async call(request: FastifyRequest, reply: FastifyReply) {
      const { body } = request;
      const calling: Calling = { caller: operatorOf(request), protocol: 'mcp' };
      const answer = sessionAnswerIn(body);
      if (answer !== null) {
        await questions.answer(gateway, calling, answer);
        return reply.code(202).send();
      }
      const session = sessionIdFor(body);
      if (session !== null) reply.header(sessionHeader, session);
      const exchange = randomUUID();
      exchanges.set(exchange, {
        calling,
        questions: asksInSession(headerOf(request, sessionHeader)) ? questions : null,
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

function serverFor(gateway: Gateway, { calling, questions, fault }: Exchange): Server {
  const server = new Server(
    { name: 'countersign-gateway', title: 'Countersign gateway', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {} } },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: Object.entries(gatewayTools).map(([name, schema]) => ({
      name,
      description: descriptions[name] ?? '',
      inputSchema: { type: 'object' as const, ...schema },
      outputSchema: { type: 'object' as const, ...gatewayResults[name] },
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
    const ask: AskClient = async (question, id) => {
      const message = {
        jsonrpc: '2.0' as const,
        id,
        method: 'elicitation/create',
        params: question,
      };
      await server.transport?.send(message, { relatedRequestId: mcpReq.id });
    };
    const asked = { name: params.name, given, request: mcpReq, questions, ask };
    return callTool(gateway, calling, asked).catch((error: unknown) => {
      // The SDK answers it without notifying its user.
      fault(error);
      throw error;
    });
  });
  return server;
}

/** Sends a question to the client in the stream of its call. */
type AskClient = (question: JsonObject, id: string) => Promise<void>;

/** The call of a tool, and how its client is asked meanwhile. */
interface ToolCall {
  name: string;
  given: JsonObject;
  request: ServerContext['mcpReq'];
  questions: SessionQuestions | null;
  ask: AskClient;
}

async function callTool(
  gateway: Gateway,
  calling: Calling,
  toolCall: ToolCall,
): Promise<CallToolResult | InputRequiredResult> {
  const { name, given, request } = toolCall;
  try {
    // The same request again, with what the client's person has done with a question: it starts nothing new.
    const elicited = elicitedIn(request);
    if (elicited?.kind === 'left') {
      const task = await gateway.call(calling, { ...elicited, do: 'read', historyLength: null });
      return resultOf(writeMcpResult(task).value);
    }
    const call = elicited?.call ?? readMcpCall({ name, arguments: given });
    if (call.do === 'list') return listResult(await gateway.callable(calling));
    let task = await gateway.call(calling, call);
    if (call.do === 'cancel') task = await gateway.cancelled(calling, task, request.signal);
    if ((call.do === 'start' || call.do === 'resume') && call.mode !== 'async') {
      const report = reportTo(request);
      const limit = { ms: waitMs, signal: request.signal, ...wordsFor(request) };
      task = await followed(gateway, calling, { task, report, limit });
      const asked = canElicit(request) ? elicitationOf(task) : null;
      if (asked !== null && (await mayAnswer(gateway, calling, task))) return asked;
      task = await askedInSession(gateway, calling, { task, report, toolCall });
    }
    return resultOf(writeMcpResult(task).value);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return errorResult(refusal);
  }
}

/** Whether the policy leaves the questions of an agent to its caller. */
const mayAnswer = async (gateway: Gateway, calling: Calling, { agent }: RelayTask) =>
  (await gateway.paths.find(calling.caller, 'mcp', agent)).policy.callerMayAnswer &&
  (await gateway.continues(calling, agent));

/** Asks the person of the client each question of a task, one after the other, and returns the task when there is none or it was left. */
async function askedInSession(
  gateway: Gateway,
  calling: Calling,
  { task, report, toolCall }: { task: RelayTask; report: Report; toolCall: ToolCall },
): Promise<RelayTask> {
  const { questions, request, ask } = toolCall;
  if (questions === null) return task;
  for (let last = task; ; ) {
    const question = clientQuestionOf(last);
    if (question === null || !(await mayAnswer(gateway, calling, last))) return last;
    const { asked, ...params } = question;
    const sent = questions.begin(asked);
    const signal = AbortSignal.any([request.signal, sent.left]);
    try {
      await ask(params, sent.id);
      const limit = { ms: answerMs, signal, past: last, ...wordsFor(request) };
      last = await followed(gateway, calling, { task: last, report, limit });
    } finally {
      sent.end();
    }
    if (signal.aborted || clientQuestionOf(last)?.asked.questionId === asked.questionId)
      return last;
  }
}

/** Texts are read as they arrive only for a client that receives them. */
const wordsFor = ({ _meta }: ServerContext['mcpReq']) => ({
  hasWords: _meta?.progressToken !== undefined,
});

type Report = (step: TaskStep) => Promise<void>;

/** Reports the progress of a task to a client that has asked for it. */
function reportTo(request: ServerContext['mcpReq']): Report {
  const token = request._meta?.progressToken;
  const write = token === undefined ? null : createMcpEventWriter(token);
  const events = eventsOf();
  return async (step) => {
    for (const event of events(step)) {
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
  };
}

/** Follows a task until it waits for a person, has ended, or the time is up. */
async function followed(
  gateway: Gateway,
  calling: Calling,
  { task, report, limit }: { task: RelayTask; report: Report; limit: FollowOptions },
): Promise<RelayTask> {
  let last = task;
  for await (const step of gateway.follow(calling, task, limit)) {
    last = step.task;
    await report(step);
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
