import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { type AgentLimits, defaultLimits } from './agent-limits.ts';
import { type Clock, systemClock } from './clock.ts';
import { createEndpoints } from './endpoints.ts';
import { guard } from './guard.ts';
import { problemResponse } from './problem-response.ts';
import type { ReceiptOptions } from './receipts.ts';
import { type OnError, printError, reportTo } from './runs/run-failure.ts';
import type { RunFunction } from './runs/run-lifecycle.ts';
import type { StreamFormat } from './runs/run-stream.ts';
import { createStarting } from './starting.ts';

export interface AgentOptions {
  id: string;
  name: string;
  description?: string;
  /** The protocol of the stream. Default `hai`. */
  protocol?: 'hai' | 'ag-ui';
  /**
   * How events are sent to callers that accept it: as server-sent events (default), or as binary frames, which are smaller. Only
   * for HAI.
   */
  stream?: StreamFormat;
  /** JSON Schema of a structured input, shown by consoles that start tasks. */
  inputSchema?: unknown;
  /** A comment on a question answers it. Otherwise it is passed to `onComment` of the question, which stays open. */
  commentsAreAnswers?: boolean;
  /** Keys of the server: an approval or edit whose receipt is not signed by one of them, for exactly its value, is refused. */
  receipts?: ReceiptOptions;
  /** Host names served in addition to loopback; guards against DNS rebinding. */
  allowedHosts?: readonly string[];
  clock?: Clock;
  createId?: () => string;
  limits?: Partial<AgentLimits>;
  /** Receives what `run` and checks of edits throw, with the run; default: printed to stderr with its stack. The run ends as failed. */
  onError?: OnError;
  run: RunFunction;
}

/** An agent as a function from request to response: mount it on any HTTP server. */
export interface Agent {
  readonly id: string;
  /** The descriptor of the agent when it is served at `baseUrl`. */
  descriptor(baseUrl: string): AgentDescriptor;
  /** `POST /` runs, `POST /control`, `POST /feedback`, `POST /check`, `GET /card`. */
  fetch(request: Request): Promise<Response>;
  /** Stops every active run, and resolves when their streams have ended. */
  close(): Promise<void>;
}

/**
 * Creates an agent from one function. Its runs stream HAI (or AG-UI), can be paused, resumed and stopped, ask for
 * feedback, survive a lost connection and are rejoined by `Last-Event-ID`; every endpoint is idempotent on its key.
 *
 * @example
 * const agent = createAgent({ id: 'greeter', name: 'Greeter', run: (context) => context.say('Hello') });
 * await serve(agent.fetch, { port: 4500 });
 */
export function createAgent(options: AgentOptions): Agent {
  const { id, name, description, inputSchema, protocol = 'hai', clock = systemClock } = options;
  const { commentsAreAnswers = false, run } = options;
  const stream = protocol === 'hai' ? (options.stream ?? 'sse') : 'sse';
  const limits: AgentLimits = { ...defaultLimits, ...options.limits };
  const createId = options.createId ?? (() => crypto.randomUUID());
  const starting = createStarting({
    id,
    protocol,
    commentsAreAnswers,
    receipts: options.receipts,
    limits,
    clock,
    createId,
    onError: reportTo(options.onError ?? printError),
    run,
  });

  const descriptor = (baseUrl: string): AgentDescriptor => {
    const base = baseUrl.replace(/\/+$/, '');
    return {
      id,
      name,
      protocol,
      url: `${base}/`,
      ...(description === undefined ? {} : { description }),
      control: { url: `${base}/control`, actions: ['pause', 'resume', 'stop', 'status'] },
      feedback: { url: `${base}/feedback` },
      ...(commentsAreAnswers ? { commentsAreAnswers } : {}),
      ...(inputSchema === undefined ? {} : { inputSchema }),
    };
  };
  const routes: Record<string, (request: Request) => Promise<Response> | Response> = {
    ...createEndpoints({ ...starting, limits, clock, stream }),
    'GET /card': (request) => Response.json(descriptor(new URL(request.url).origin)),
  };

  return {
    id,
    descriptor,
    async fetch(request) {
      const refused = guard(request, options.allowedHosts ?? []);
      if (refused) return refused;
      const { pathname } = new URL(request.url);
      const route = routes[`${request.method} ${pathname}`];
      if (route) return route(request);
      const known = Object.keys(routes).some((key) => key.endsWith(` ${pathname}`));
      return problemResponse(known ? 'method-not-allowed' : 'not-found');
    },
    close: starting.close,
  };
}
