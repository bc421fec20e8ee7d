import { say } from '@countersign/api/statements';
import { commandIn, commandWords } from '@countersign/hai/command-url';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { headersTo, type KnownAgent } from '@countersign/part-desk/agents/secret-headers';
import { AgentFailure, describeFailure } from '@countersign/server/http/transport-errors';
import { refusalSentence, refusalStatement } from '@countersign/server/outgoing/refusal-text';
import type { Clock } from '@countersign/server/runtime/clock';
import {
  Client,
  type FetchLike,
  type JSONRPCMessage,
  type JsonSchemaValidator,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { withBackgroundRequests } from './background-requests.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createProcessTransport, endedCode } from './process-transport.ts';

/** A connection to an MCP server. */
export interface McpLink {
  client: Client;
  /** The revision that both use. */
  revision: string;
  transport: string;
  /** The id of the session, for servers that keep one. */
  session: () => string | null;
  /** Why the program of a command has ended; null = it has not, or there is none. */
  ended: () => AgentFailure | null;
  /** Sends the response to a request that the server made on an earlier connection of the session: a member `result` or `error`. */
  respond(requestId: string | number, response: JsonObject): Promise<void>;
  /** Closes it as soon as what was sent has been received, and notifies the server unless the session is kept. Never rejects. */
  close(session?: 'keep-session' | 'end-session'): Promise<void>;
}

export interface McpConnection {
  agent: KnownAgent;
  clock: Clock;
  signal: AbortSignal;
  /** Until the server has responded to the first request, ms. */
  answerMs: number;
  /** Receives what the programs of commands write to their standard error; null = commands are not started. */
  commands: CommandLog | null;
  /** The id of a session that is continued, without a handshake; absent = a new one. */
  goOn?: string | undefined;
  /** How a server that is no agent is called; absent = as agents are. */
  fetch?: FetchLike | undefined;
}

export type CommandLog = (agent: KnownAgent, line: string) => void;

/** The connection below the client library. */
interface Line {
  name: string;
  transport: Transport;
  session: () => string | null;
  /** Notifies the server that the session is over. */
  endSession: () => Promise<void>;
  /** Settles when what was sent has been received. */
  idle: () => Promise<void>;
  /** Why it has ended; null = it has not, or its errors say so. */
  ended: () => AgentFailure | null;
}

/** Until the response to a call begins, ms: a server may respond only with the result. */
const callMs = 15 * 60_000;
/** Longer than any timer of the client library. */
export const noTimeoutMs = 2_147_483_647;
/** A program that ignores the first request of the current revision is waited for so long, ms. */
const probeMs = 10_000;
/** What was sent is waited for at most this long when a connection is closed, ms. */
const closeMs = 2_000;

/** What this server does for an MCP server. */
const capabilities = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: {},
  // Of the revision 2025-11-25: what a server asks people may be a task.
  tasks: {
    list: {},
    cancel: {},
    requests: { elicitation: { create: {} }, sampling: { createMessage: {} } },
  },
};

/** Results are checked where they are used: one bad entry must not hide a whole list. */
export const looseResult = z.looseObject({});

/** Connects in the current revision, or with the handshake of the earlier ones. Rejects with `AgentFailure`. */
export async function connectMcp(options: McpConnection): Promise<McpLink> {
  const { clock, signal, answerMs } = options;
  // One limit for all requests of the handshake: the library would wait for each of them that long.
  const silent = new AbortController();
  const cancelLimit = clock.schedule(() => silent.abort(), answerMs);
  const either = AbortSignal.any([signal, silent.signal]);
  const unlessSilent = (error: unknown) => {
    throw silent.signal.aborted ? notInTime() : error;
  };
  try {
    return await connectOver(options, either, 'auto').catch((failure: unknown) => {
      // There are programs that end at any request before the handshake of the earlier revisions.
      const isEnded = failure instanceof AgentFailure && failure.code === endedCode;
      if (!isEnded || either.aborted) throw failure;
      return connectOver(options, either, 'legacy');
    });
  } catch (error) {
    return unlessSilent(error);
  } finally {
    cancelLimit();
  }
}

async function connectOver(
  { agent, clock, commands, goOn, fetch }: McpConnection,
  signal: AbortSignal,
  mode: 'auto' | 'legacy',
): Promise<McpLink> {
  const line = lineTo(agent, { clock, commands, goOn, fetch });
  const transport = withBackgroundRequests(line.transport, clock.now);
  const client = new Client(
    { name: 'countersign', version: '0.1.0' },
    {
      capabilities,
      versionNegotiation: { mode, probe: { timeoutMs: probeMs } },
      inputRequired: { autoFulfill: false },
      // Schemas of a server are data from outside: they are judged in bounded work, and only when a result is shown.
      jsonSchemaValidator: { getValidator: unjudged },
    },
  );
  try {
    const connecting = client.connect(transport, { timeout: noTimeoutMs, signal });
    // The library does not give up its first request when it is aborted; closing the transport does.
    await Promise.race([connecting, rejectedBy(signal)]);
  } catch (error) {
    await transport.close().catch(() => {});
    await client.close().catch(() => {});
    throw line.ended() ?? failureOf(error, agent);
  }
  return {
    client,
    revision: client.getNegotiatedProtocolVersion() ?? '',
    transport: line.name,
    session: line.session,
    ended: line.ended,
    respond: (id, response) => transport.send(responseMessage(id, response)),
    async close(session = 'end-session') {
      let cancel = () => {};
      const late = new Promise<void>((resolve) => {
        cancel = clock.schedule(resolve, closeMs);
      });
      const end = async () => {
        await line.idle();
        if (session === 'end-session') await line.endSession();
      };
      await Promise.race([end().catch(() => {}), late]);
      cancel();
      await client.close().catch(() => {});
    },
  };
}

const responseMessage = (id: string | number, response: JsonObject): JSONRPCMessage => {
  const { error, result } = response;
  if (isObject(error)) {
    const { code, message } = error;
    return { jsonrpc: '2.0', id, error: { code: Number(code), message: String(message) } };
  }
  return { jsonrpc: '2.0', id, result: isObject(result) ? result : {} };
};

interface LineOptions {
  clock: Clock;
  commands: CommandLog | null;
  goOn: string | undefined;
  fetch: FetchLike | undefined;
}

function lineTo(agent: KnownAgent, options: LineOptions): Line {
  const { clock, commands, goOn } = options;
  const command = commandIn(agent.url);
  if (command !== null) return lineToCommand(agent, command, { clock, commands });
  const guarded = createGuardedFetch(agent, { clock, timeoutMs: callMs });
  const transport = new StreamableHTTPClientTransport(new URL(agent.url), {
    fetch: options.fetch ?? guarded.fetch,
    redirectPolicy: 'follow',
    // Only the revisions of 2025 have sessions, and only the last of them has tasks, for which one is continued.
    ...(goOn === undefined ? {} : { sessionId: goOn, protocolVersion: '2025-11-25' }),
  });
  return {
    name: 'Streamable HTTP',
    transport,
    session: () => transport.sessionId ?? null,
    endSession: () => transport.terminateSession(),
    idle: guarded.idle,
    ended: () => null,
  };
}

function lineToCommand(
  agent: KnownAgent,
  command: string,
  { clock, commands }: { clock: Clock; commands: CommandLog | null },
): Line {
  if (commands === null) throw new AgentFailure('command-off', say('url.command-off'));
  const words = commandWords(command);
  if (words === null) throw new AgentFailure('command', say('url.command-unreadable'));
  const transport = createProcessTransport({
    words,
    variables: headersTo(agent, agent.url),
    clock,
    log: (line) => commands(agent, line),
  });
  return {
    name: 'stdio',
    transport,
    session: () => null,
    endSession: async () => {},
    idle: async () => {},
    ended: transport.ended,
  };
}

const unjudged =
  <Value>(): JsonSchemaValidator<Value> =>
  (value) => ({ valid: true, data: value as Value, errorMessage: undefined });

const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });

const notInTime = () => new AgentFailure('timeout', say('call.late'));

/** An error of the client library in words for an operator. */
export function failureOf(error: unknown, agent: KnownAgent): AgentFailure {
  const own = ownCause(error);
  if (own !== null) return own;
  if (error instanceof SdkHttpError) {
    const said = refusalSentence(String(error.data.text ?? ''));
    const { status } = error;
    const words = refusalStatement({ status, said }, agent.headers ?? {});
    return new AgentFailure(`http-${status}`, words, status);
  }
  if (error instanceof ProtocolError) {
    return new AgentFailure(
      'refused',
      say('call.refused-said', { said: error.message.slice(0, 500) }),
      400,
    );
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return notInTime();
  }
  return describeFailure(error);
}

/** The failure of the transport that an error of the library wraps. */
function ownCause(error: unknown): AgentFailure | null {
  let cause = error;
  for (let depth = 0; depth < 6; depth += 1) {
    if (cause instanceof AgentFailure) return cause;
    if (!(cause instanceof Error)) return null;
    cause = cause.cause;
  }
  return null;
}

/** Everything the server lists, and who it says it is; what it does not support is empty. */
export async function listingOf(link: McpLink, timeoutMs: number): Promise<JsonObject> {
  const { client } = link;
  const offered = client.getServerCapabilities() ?? {};
  const lists = async (supported: boolean, method: string, member: string) =>
    supported ? listed(client, method, member, timeoutMs) : [];
  return {
    server: client.getServerVersion() ?? {},
    instructions: client.getInstructions() ?? null,
    revision: link.revision,
    transport: link.transport,
    tools: await lists(offered.tools !== undefined, 'tools/list', 'tools'),
    resources: [
      ...(await lists(offered.resources !== undefined, 'resources/list', 'resources')),
      ...(await lists(
        offered.resources !== undefined,
        'resources/templates/list',
        'resourceTemplates',
      )),
    ],
    prompts: await lists(offered.prompts !== undefined, 'prompts/list', 'prompts'),
  };
}

/** What a server that has the capability does not list at all, such as templates of resources, it has none of. */
const isUnknownMethod = (error: unknown): boolean =>
  error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound;

/** A server that never ends its list is read to here. */
const maxPages = 20;

async function listed(
  client: Client,
  method: string,
  member: string,
  timeout: number,
): Promise<unknown[]> {
  const all: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < maxPages; page += 1) {
    const params = typeof cursor === 'string' ? { cursor } : {};
    const result = await client
      .request({ method, params }, looseResult, { timeout })
      .catch((error: unknown): Record<string, unknown> => {
        if (method !== 'tools/list' && isUnknownMethod(error)) return {};
        throw error;
      });
    const items = result[member];
    if (Array.isArray(items)) all.push(...items);
    cursor = result['nextCursor'];
    if (typeof cursor !== 'string' || !isObject(result)) break;
  }
  return all;
}
