import type { StreamRequest } from '@countersign/adapters/protocol/wire';
import { AgentFailure } from '@countersign/server/http/transport-errors';
import { callAgent, failureOfReply } from '@countersign/server/outgoing/transport';
import type { WakeSignal } from '@countersign/server/runtime/wake-signal';
import {
  type AgentStream,
  type OpenStreamRequest,
  openAgentStream,
  readDocument,
} from './agent-stream.ts';
import { unlessRefused } from './refused-stream.ts';
import { headersTo } from './secret-headers.ts';

export interface FollowRequest extends OpenStreamRequest {
  /** Signalled when the agent has reported progress of the run: the task is read again at once. */
  bell: WakeSignal;
}

/** Opens what a request leads to: a stream, after what was missed; or, where the agent has none, documents read again and again. */
export async function followAgent(options: FollowRequest): Promise<AgentStream> {
  const { request } = options;
  const { otherwise } = request;
  if (request.repeats !== undefined) return repeated(options, request.repeats);
  const replaced =
    otherwise === undefined ? null : () => followAgent({ ...options, request: otherwise });
  const stream = await openAgentStream(options).then(
    (opened) => {
      const { refusal } = request;
      if (refusal === undefined || replaced === null || opened.isDocument) return opened;
      return unlessRefused(opened, refusal(), replaced);
    },
    (failure: unknown) => {
      if (replaced === null || !isRefusal(failure)) throw failure;
      return replaced();
    },
  );
  if (request.first === undefined || stream.isDocument) return stream;
  try {
    return after(await readOnce({ ...options, request: { ...request, ...request.first } }), stream);
  } catch (failure) {
    stream.destroy();
    throw failure;
  }
}

/** It has answered, and does not offer this. */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof AgentFailure && failure.status !== null && failure.status < 500;

function after(text: string, stream: AgentStream): AgentStream {
  let isFirst = true;
  return {
    ...stream,
    next() {
      if (!isFirst) return stream.next();
      isFirst = false;
      return Promise.resolve(text);
    },
  };
}

/** One document. Throws `AgentFailure` if it is refused. */
async function readOnce({
  agent,
  request,
  signal,
  answerMs,
  clock,
}: OpenStreamRequest): Promise<string> {
  const secret = headersTo(agent, request.url);
  const headers = { ...request.headers, ...secret };
  const { method, url, body } = request;
  const response = await callAgent({
    method,
    url,
    body,
    headers,
    signal,
    timeoutMs: answerMs,
    clock,
  });
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299)
    throw await failureOfReply(response, { headers: secret, clock });
  return readDocument(response, request);
}

/** Documents as one stream: one that is the same as the last is only a sign of life. */
async function repeated(
  options: FollowRequest,
  { baseMs, capMs }: NonNullable<StreamRequest['repeats']>,
): Promise<AgentStream> {
  const { clock, bell } = options;
  const gone = new AbortController();
  const signal = AbortSignal.any([options.signal, gone.signal]);
  const read = () => readOnce({ ...options, signal });
  let ready: string | null = await read();
  let last = '';
  let delayMs = baseMs;
  return {
    resumable: true,
    isDocument: false,
    endsWithRun: true,
    async next() {
      if (ready === null) {
        await bell.wait(clock, delayMs, signal);
        if (signal.aborted) return null;
        ready = await read();
      }
      const text = ready;
      ready = null;
      const isNew = text !== last;
      delayMs = isNew ? baseMs : Math.min(capMs, delayMs * 2);
      last = text;
      return isNew ? text : '';
    },
    destroy: () => gone.abort(),
  };
}
