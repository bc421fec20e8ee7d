import { type AgentDescriptor, controlRequestSchema } from '@countersign/hai/agent-descriptor';
import { type RunAgentInput, runAgentInputSchema } from '@countersign/hai/run-input';
import { postCheck } from './checking.ts';
import { type Clock, systemClock } from './clock.ts';
import { encoderFor } from './dialect.ts';
import { guard } from './guard.ts';
import { createInterruptedRuns } from './interrupted-runs.ts';
import { problemResponse } from './problem-response.ts';
import { readJson } from './read-json.ts';
import { answersIn, resumingOf } from './resuming.ts';
import { goOn } from './resumption.ts';
import { createRun, type Run } from './run.ts';
import { createRunControl } from './run-control.ts';
import { createRunFeedback, feedbackRequestSchema } from './run-feedback.ts';
import { type RunFunction, startRun } from './run-lifecycle.ts';
import { runStream } from './run-stream.ts';
import { createRuns, type KnownRun } from './runs.ts';

/** Bounds of one agent; every one has a default that suits a loopback service. */
export interface AgentLimits {
  maxBodyBytes: number;
  maxActiveRuns: number;
  maxFinishedRuns: number;
  finishedForMs: number;
  /** A run nobody reads is stopped after this. */
  abandonedAfterMs: number;
  /** A run further ahead of its reader than this stalls. */
  maxUnreadEvents: number;
  maxUnreadChars: number;
  maxKeptChars: number;
  /** Runs over AG-UI whose questions wait for an answer; beyond it the oldest is given up. */
  maxInterruptedRuns: number;
  interruptedForMs: number;
}

const defaultLimits: AgentLimits = {
  maxBodyBytes: 4 * 1024 * 1024,
  maxActiveRuns: 200,
  maxFinishedRuns: 100,
  finishedForMs: 30 * 60_000,
  abandonedAfterMs: 10 * 60_000,
  maxUnreadEvents: 1_024,
  maxUnreadChars: 1024 * 1024,
  maxKeptChars: 32 * 1024 * 1024,
  maxInterruptedRuns: 200,
  interruptedForMs: 24 * 60 * 60_000,
};

export interface AgentOptions {
  id: string;
  name: string;
  description?: string;
  /** The dialect of the stream. Default `hai`. */
  protocol?: 'hai' | 'ag-ui';
  /** JSON Schema of a structured input, shown by consoles that start tasks. */
  inputSchema?: unknown;
  /** A comment on a question answers it. Else it is said to `onComment` of the question, which stays open. */
  commentsAreAnswers?: boolean;
  /** Host names served beside loopback; guards against DNS rebinding. */
  allowedHosts?: readonly string[];
  clock?: Clock;
  createId?: () => string;
  limits?: Partial<AgentLimits>;
  run: RunFunction;
}

/** An agent as a function from request to response: put it behind any HTTP server. */
export interface Agent {
  readonly id: string;
  /** How to reach it when it is served at `baseUrl`. */
  descriptor(baseUrl: string): AgentDescriptor;
  /** `POST /` runs, `POST /control`, `POST /feedback`, `POST /check`, `GET /card`. */
  fetch(request: Request): Promise<Response>;
  /** Stops every run that is going, and resolves when their streams are at their end. */
  close(): Promise<void>;
}

/**
 * Makes an agent from one function. Its runs stream HAI (or AG-UI), can be paused, resumed and stopped, ask for
 * feedback, survive a lost connection and are rejoined by `Last-Event-ID`; every endpoint is idempotent on its key.
 *
 * @example
 * const agent = createAgent({ id: 'greeter', name: 'Greeter', run: (context) => context.say('Hello') });
 * await serve(agent.fetch, { port: 4500 });
 */
export function createAgent(options: AgentOptions): Agent {
  const { id, name, description, inputSchema, protocol = 'hai', clock = systemClock } = options;
  const { commentsAreAnswers = false } = options;
  const limits: AgentLimits = { ...defaultLimits, ...options.limits };
  const createId = options.createId ?? (() => crypto.randomUUID());
  const { maxFinishedRuns: maxFinished, finishedForMs } = limits;
  const runs = createRuns({ clock, maxFinished, finishedForMs });
  const endings = new Set<Promise<void>>();

  const stopping = new WeakMap<Run, () => void>();
  const onStop = (run: Run) => stopping.get(run)?.();
  const { maxInterruptedRuns: maxInterrupted, interruptedForMs } = limits;
  const interrupted = createInterruptedRuns({ clock, maxInterrupted, interruptedForMs, onStop });

  const runOf = (input: RunAgentInput): Run => {
    const onReaders = watchReaders(clock, limits.abandonedAfterMs);
    return createRun({
      agentId: id,
      input,
      clock,
      createId,
      encoderOf: (ids) => encoderFor(protocol, ids),
      asksByInterrupt: protocol === 'ag-ui',
      commentsAreAnswers,
      limits,
      onReaders: (run) => onReaders(run, () => onStop(run)),
      onInterrupted(run) {
        onReaders(run, undefined);
        interrupted.add(run);
      },
    });
  };
  const knownOf = (run: Run): KnownRun => {
    const control = createRunControl(run, () => onStop(run));
    return { run, leg: run.leg, took: null, control, feedback: createRunFeedback(run) };
  };
  const begin = (input: RunAgentInput): KnownRun => {
    const run = runOf(input);
    const parent = input.forwardedProps?.['parentMessageId'];
    if (typeof parent === 'string') run.lineage.last = parent;
    const known = knownOf(run);
    runs.add(known);
    const lifecycle = startRun(run, options.run);
    stopping.set(run, lifecycle.onStop);
    const ending = lifecycle.done.finally(() => endings.delete(ending));
    endings.add(ending);
    return known;
  };
  const beginOrGoOn = (input: RunAgentInput): KnownRun => {
    const resuming = resumingOf(input, { runs, interrupted });
    if (resuming === null) return begin(input);
    if ('same' in resuming) return resuming.same;
    if ('refusal' in resuming) {
      const run = runOf(input);
      const { threadId, runId } = run;
      const known = knownOf(run);
      runs.add(known);
      run.emitNow({ type: 'RUN_STARTED', threadId, runId });
      run.emitNow({ type: 'RUN_ERROR', ...resuming.refusal });
      run.end();
      return known;
    }
    const { run, answered } = resuming;
    const { control, feedback } = knownOf(run);
    interrupted.take(run);
    goOn(run, input, answered);
    const known = { run, leg: run.leg, took: answersIn(input), control, feedback };
    runs.add(known);
    return known;
  };

  const postRun = async (request: Request): Promise<Response> => {
    const body = await readJson(request, runAgentInputSchema, limits.maxBodyBytes);
    if (!body.ok) return body.response;
    const { runId, threadId } = body.value;
    const after = readLastEventId(request.headers.get('last-event-id'));
    if (after === null) return problemResponse('invalid-request', 'Last-Event-ID is not a number.');
    let known = runs.get(runId);
    if (known && known.run.threadId !== threadId) {
      return problemResponse('idempotency-conflict', 'This run belongs to another thread.');
    }
    if (!known) {
      if (after !== undefined) return problemResponse('run-unknown');
      if (runs.active().length >= limits.maxActiveRuns) return problemResponse('busy');
      known = protocol === 'ag-ui' ? beginOrGoOn(body.value) : begin(body.value);
    }
    const { log } = known.leg;
    if ((after ?? 0) > log.lastId()) {
      return problemResponse('invalid-request', 'Last-Event-ID lies ahead of the run.');
    }
    if ((after ?? 0) < log.firstAfter()) return problemResponse('events-gone');
    return runStream(log, after ?? 0, clock);
  };
  const postControl = async (request: Request): Promise<Response> => {
    const body = await readJson(request, controlRequestSchema, limits.maxBodyBytes);
    if (!body.ok) return body.response;
    const known = find(body.value);
    if (!known) return problemResponse('run-unknown');
    const { action } = body.value;
    if (isOver(known) && !(known.run.isInterrupted() && action === 'stop')) {
      return action === 'status'
        ? Response.json({ runId: known.leg.runId, status: 'finished' })
        : problemResponse('control-not-possible', 'The run has already finished.');
    }
    const key = body.value.idempotencyKey ?? request.headers.get('idempotency-key') ?? undefined;
    return known.control.handle(body.value, key);
  };
  const postFeedback = async (request: Request): Promise<Response> => {
    const body = await readJson(request, feedbackRequestSchema, limits.maxBodyBytes);
    if (!body.ok) return body.response;
    const known = find(body.value);
    if (!known) return problemResponse('run-unknown');
    const { message, idempotencyKey } = body.value;
    // A deadline can still be put off; what is asked by an interrupt is answered by a run.
    if (isOver(known) && !(known.run.isInterrupted() && message.upFeedback === undefined)) {
      return problemResponse('run-ended');
    }
    // Without a key the answer's own id serves: a repeated POST carries the same message.
    const key = idempotencyKey ?? request.headers.get('idempotency-key') ?? message.messageId;
    return known.feedback.handle(message, key);
  };
  const find = ({ runId, threadId }: { runId: string; threadId: string }) => {
    const known = runs.get(runId);
    return known?.run.threadId === threadId ? known : undefined;
  };

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
    'POST /': postRun,
    'POST /control': postControl,
    'POST /feedback': postFeedback,
    'POST /check': (request) =>
      postCheck(request, {
        maxBodyBytes: limits.maxBodyBytes,
        find: (at) => find(at)?.run,
      }),
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
    async close() {
      for (const run of interrupted.all()) {
        run.stop('The agent shuts down');
        onStop(run);
      }
      for (const { run, control } of runs.active()) {
        const { threadId, runId } = run;
        control.handle(
          { threadId, runId, action: 'stop', reason: 'The agent shuts down' },
          undefined,
        );
      }
      await Promise.all(endings);
    },
  };
}

/** Whether the work has gone on from this run, or waits to. */
const isOver = ({ run, leg }: KnownRun): boolean =>
  leg.endedAt() !== null && run.endedAt() === null;

/** `undefined` = no header, null = not a number. */
function readLastEventId(header: string | null): number | undefined | null {
  if (header === null || header === '') return undefined;
  return /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** Stops a run that nobody has read for a while: a lost reader may come back, an absent one must not cost for ever. */
function watchReaders(clock: Clock, abandonedAfterMs: number) {
  let cancel = () => {};
  return (run: Run, onStop: (() => void) | undefined) => {
    cancel();
    if (run.leg.log.readers() > 0 || run.leg.endedAt() !== null) return;
    cancel = clock.schedule(() => {
      run.stop('Nobody has read this run for too long');
      onStop?.();
    }, abandonedAfterMs);
  };
}
