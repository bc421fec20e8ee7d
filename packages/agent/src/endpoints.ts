import { readAccept } from '@countersign/hai/accept';
import { controlRequestSchema } from '@countersign/hai/agent-descriptor';
import { acceptedBinary, binaryMediaTypes } from '@countersign/hai/binary/binary-body';
import { type RunAgentInput, runAgentInputSchema } from '@countersign/hai/run-input';
import type { AgentLimits } from './agent-limits.ts';
import { postCheck } from './checking.ts';
import type { Clock } from './clock.ts';
import { problemResponse } from './problem-response.ts';
import { readJson } from './read-json.ts';
import { feedbackRequestSchema } from './runs/run-feedback.ts';
import { runStream, type StreamFormat } from './runs/run-stream.ts';
import type { KnownRun, Runs } from './runs/runs.ts';

type Endpoint = (request: Request) => Promise<Response>;

/** The HTTP endpoints of an agent, by method and path. */
export function createEndpoints(agent: {
  runs: Runs;
  begin: (input: RunAgentInput) => KnownRun;
  limits: AgentLimits;
  clock: Clock;
  /** The preferred format. */
  stream: StreamFormat;
}): Record<string, Endpoint> {
  const { runs, begin, limits, clock, stream } = agent;

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
      known = begin(body.value);
    }
    const { log } = known.segment;
    if ((after ?? 0) > log.lastId()) {
      return problemResponse('invalid-request', 'Last-Event-ID lies ahead of the run.');
    }
    if ((after ?? 0) < log.firstAfter()) return problemResponse('events-gone');
    const format = formatFor(request.headers.get('accept') ?? '', stream);
    return runStream(log, { after: after ?? 0, format }, clock);
  };
  const postControl = async (request: Request): Promise<Response> => {
    const body = await readJson(request, controlRequestSchema, limits.maxBodyBytes);
    if (!body.ok) return body.response;
    const known = find(body.value);
    if (!known) return problemResponse('run-unknown');
    const { action } = body.value;
    if (isOver(known) && !(known.run.isInterrupted() && action === 'stop')) {
      return action === 'status'
        ? Response.json({ runId: known.segment.runId, status: 'finished' })
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
    // While interrupted, a deadline can still be extended; its questions are answered by a new run.
    if (isOver(known) && !(known.run.isInterrupted() && message.upFeedback === undefined)) {
      return problemResponse('run-ended');
    }
    // Without a key the id of the answer is used: a repeated POST contains the same message.
    const key = idempotencyKey ?? request.headers.get('idempotency-key') ?? message.messageId;
    return known.feedback.handle(message, key);
  };
  const find = ({ runId, threadId }: { runId: string; threadId: string }) => {
    const known = runs.get(runId);
    return known?.run.threadId === threadId ? known : undefined;
  };

  return {
    'POST /': postRun,
    'POST /control': postControl,
    'POST /feedback': postFeedback,
    'POST /check': (request) =>
      postCheck(request, {
        maxBodyBytes: limits.maxBodyBytes,
        find: (at) => find(at)?.run,
      }),
  };
}

/** Whether the work has continued in another run, or waits for one. */
const isOver = ({ run, segment }: KnownRun): boolean =>
  segment.endedAt() !== null && run.endedAt() === null;

/** `undefined` = no header, null = not a number. */
function readLastEventId(header: string | null): number | undefined | null {
  if (header === null || header === '') return undefined;
  return /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** The preferred format if it is accepted; server-sent events are accepted by everyone who does not only name others. */
function formatFor(accept: string, preferred: StreamFormat): StreamFormat {
  const ranges = readAccept(accept);
  const names = (type: string) => (ranges.get(type) ?? 0) > 0;
  if (preferred !== 'sse' && names(binaryMediaTypes[preferred])) return preferred;
  // The most specific range counts.
  const text = ranges.get('text/event-stream') ?? ranges.get('text/*') ?? ranges.get('*/*');
  const takesText = ranges.size === 0 || (text ?? 0) > 0;
  return takesText ? 'sse' : (acceptedBinary(accept) ?? 'sse');
}
