import { randomUUID } from 'node:crypto';
import { toAgUiRunInput } from '@countersign/adapters/ag-ui/run-input';
import { frontEndTools } from '@countersign/adapters/hai/front-end-tools';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { timeout } from './body-reader.ts';
import { type Exchange, readExchange } from './exchange.ts';
import type { Finding } from './finding.ts';
import { type RunReader, readRun } from './run-reader.ts';
import { createSender, type Sender } from './sender.ts';

/** What is sent to the agent, and how patient the check is. */
export interface CheckOptions {
  agent: AgentDescriptor;
  /** The message that starts each run; it should make the agent ask. */
  message: string;
  /** A structured input, for agents that take one; of a tool, its arguments. */
  input?: unknown;
  /** The tool of an MCP server that is called. Without it, one that says that it only reads, if there is one. */
  tool?: string;
  /** A run without data, or a request without a response, is given up after this. */
  patienceMs: number;
  /** For all of it; default 10 minutes. */
  limitMs?: number;
  /** Read at most of one stream; default 20,000,000. */
  maxBytes?: number;
  /** Sends the requests; default the global one. */
  fetch?: typeof fetch;
  /** Ends the check: what follows is not checked. */
  signal?: AbortSignal;
  /** Called with each finding as it is made. */
  onFinding?: (finding: Finding) => void;
}

/** A response that is not a stream. */
export interface Reply {
  status: number;
  contentType: string;
  body: unknown;
}

/** The agent that is checked. */
export interface Target {
  readonly agent: AgentDescriptor;
  readonly patienceMs: number;
  readonly maxBytes: number;
  readonly runs: number;
  /** The check was ended from outside. */
  readonly isOver: boolean;
  /** The message that starts each run, as it is sent. */
  messageOf(ids: RunIds): RunAgentInput['messages'][number];
  /** The body that starts a run. */
  bodyOf(ids: RunIds): Record<string, unknown>;
  /** Starts a run; the same ids again are the same run. */
  start(ids?: RunIds, headers?: Record<string, string>): Promise<StartedRun>;
  /** Starts a run that continues another one. */
  continue(input: RunAgentInput): Promise<StartedRun>;
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  get(url: string): Promise<Reply>;
  /** A request of a protocol that answers in JSON; it is closed with the check. */
  exchange(request: ExchangeRequest): Promise<Exchange>;
  /** Counts a task or a call that was started. */
  count(id: string): void;
  readonly input: unknown;
  readonly message: string;
  /** The tool to call; null = none was named. */
  readonly tool: string | null;
  /** Counts and stops a run that should not have been started. */
  disown(ids: RunIds): Promise<void>;
  /** Ends what is still open. */
  close(): Promise<void>;
}

export interface ExchangeRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; text as it is. */
  body?: unknown;
}

export interface RunIds {
  threadId: string;
  runId: string;
}
export interface StartedRun extends RunIds {
  reader: RunReader;
}

const defaultMaxBytes = 20_000_000;
/** Of a reply that is no stream. */
const maxReplyChars = 200_000;

const json = { 'content-type': 'application/json' };

/** @param signal - ends every request that is open */
export function createTarget(options: CheckOptions, signal: AbortSignal): Target {
  const { agent, message, input, patienceMs } = options;
  const limits = { silenceMs: patienceMs, maxBytes: options.maxBytes ?? defaultMaxBytes };
  const open = new Set<StartedRun>();
  const exchanges = new Set<Exchange>();
  const started = new Set<string>();
  const send = createSender(options, signal);

  const stop = async ({ threadId, runId }: RunIds): Promise<void> => {
    if (agent.control === undefined || agent.control.template !== undefined) return;
    const body = JSON.stringify({ threadId, runId, action: 'stop', reason: 'The check is over' });
    // Also when the check was ended: its runs should not continue.
    const last = AbortSignal.timeout(patienceMs);
    const init = { method: 'POST', headers: json, body };
    const sent = await send(agent.control.url, init, last).catch(() => null);
    sent?.abort.abort();
  };

  const replyTo = async (url: string, init: RequestInit) =>
    replyOf(await send(url, init), patienceMs);

  const messageOf: Target['messageOf'] = ({ runId }) => ({
    id: `${runId}:message`,
    role: 'user',
    content: message,
  });

  const inputOf = (ids: RunIds): RunAgentInput => ({
    ...{ threadId: ids.threadId, runId: ids.runId, messages: [messageOf(ids)] },
    ...{ tools: [...frontEndTools], context: [] },
    ...(input === undefined ? {} : { forwardedProps: { input } }),
  });
  // Readers of HAI accept the body of AG-UI as well, whose readers want all of its members.
  const encoded = (given: RunAgentInput): Record<string, unknown> =>
    agent.protocol === 'hai' ? given : toAgUiRunInput(given);

  const run = async (given: RunAgentInput, headers: Record<string, string>) => {
    const { threadId, runId } = given;
    const { response } = await send(agent.url, {
      method: 'POST',
      headers: { ...json, accept: 'text/event-stream', ...headers },
      body: JSON.stringify(encoded(given)),
    });
    if (response.status === 200) started.add(runId);
    const begun = { threadId, runId, reader: readRun(response, limits) };
    open.add(begun);
    void begun.reader.ended.then((how) => {
      if (how === 'ended') open.delete(begun);
    });
    return begun;
  };

  return {
    agent,
    patienceMs,
    maxBytes: limits.maxBytes,
    get isOver() {
      return signal.aborted;
    },
    get runs() {
      return started.size;
    },
    messageOf,
    bodyOf: (ids) => encoded(inputOf(ids)),
    start: (given, headers = {}) =>
      run(inputOf(given ?? { threadId: randomUUID(), runId: randomUUID() }), headers),
    continue: (given) => run(given, {}),
    post: (url, body, headers = {}) =>
      replyTo(url, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (url) => replyTo(url, { method: 'GET' }),
    message,
    input,
    tool: options.tool ?? null,
    count: (id) => void started.add(id),
    async exchange({ method, url, headers = {}, body }) {
      const { response } = await send(url, requestOf(method, headers, body));
      const exchange = readExchange(response, limits);
      exchanges.add(exchange);
      void exchange.ended.then(() => exchanges.delete(exchange));
      return exchange;
    },
    disown(ids) {
      started.add(ids.runId);
      return stop(ids);
    },
    async close() {
      for (const exchange of exchanges) exchange.close();
      for (const run of open) {
        await stop(run);
        run.reader.close();
      }
    },
  };
}

function requestOf(
  method: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): RequestInit {
  if (body === undefined) return { method, headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method, headers: { ...json, ...headers }, body: text };
}

/** Reads a response that should be no stream. */
async function replyOf(
  { response, abort }: Awaited<ReturnType<Sender>>,
  patienceMs: number,
): Promise<Reply> {
  const { status } = response;
  const contentType = response.headers.get('content-type') ?? '';
  if (/^text\/event-stream\b/i.test(contentType)) {
    // A run was started where none was expected; it is not read.
    abort.abort();
    return { status, contentType, body: '' };
  }
  const limit = timeout(patienceMs);
  const read = await Promise.race([textOf(response), limit.done]).finally(limit.cancel);
  abort.abort();
  return { status, contentType, body: parsed(read) };
}

/** At most so much of a body as is ever shown. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxReplyChars) break;
  }
  return text.slice(0, maxReplyChars);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
