import type { Readable } from 'node:stream';
import { toAgUiRunInput } from '@countersign/adapters/ag-ui/run-input';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { AgentFailure, describeFailure } from '../http/transport-words.ts';
import type { Clock } from '../runtime/clock.ts';
import { decompressed } from './decompress.ts';
import { headersTo, type KnownAgent } from './secret-headers.ts';
import { failureOfReply, postToAgent } from './transport.ts';

/** The body of an agent's reply, pulled piece by piece: what is not pulled stays with the agent. */
export interface AgentStream {
  /** The agent promises that the run can be joined again by Last-Event-ID. */
  resumable: boolean;
  /** Next bytes, all that are there; null at the end. Rejects with `AgentFailure` when the connection breaks. */
  next(): Promise<Uint8Array | null>;
  destroy(): void;
}

export interface OpenStreamRequest {
  agent: KnownAgent;
  input: RunAgentInput;
  /** Set to join a run again after this event. */
  lastEventId: string | null;
  signal: AbortSignal;
  answerMs: number;
  clock: Clock;
}

/** POSTs the run and insists on an event stream. Rejects with `AgentFailure`. */
export async function openAgentStream(request: OpenStreamRequest): Promise<AgentStream> {
  const secret = headersTo(request.agent, request.agent.url);
  const response = await postToAgent({
    url: request.agent.url,
    headers: {
      accept: 'text/event-stream',
      ...secret,
      ...(request.lastEventId === null ? {} : { 'last-event-id': request.lastEventId }),
    },
    body: request.agent.protocol === 'hai' ? request.input : toAgUiRunInput(request.input),
    signal: request.signal,
    timeoutMs: request.answerMs,
    clock: request.clock,
  });
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) {
    throw await failureOfReply(response, { headers: secret, clock: request.clock });
  }
  const type = response.headers['content-type'] ?? '';
  if (!/^\s*text\/event-stream\s*(;|$)/i.test(type)) {
    response.destroy();
    const sent = type === '' ? 'an answer without a type' : type;
    throw new AgentFailure('not-a-stream', `It sent ${sent} instead of an event stream.`, status);
  }
  const resumable = response.headers['hai-resume'] === 'last-event-id';
  const body = decompressed(response);
  return { resumable, next: pull(body), destroy: () => response.destroy() };
}

/**
 * Pulling with `read()` instead of iterating takes everything that has arrived as one chunk,
 * so that many small writes of an agent share one commit.
 */
function pull(response: Readable): () => Promise<Uint8Array | null> {
  let failure: AgentFailure | null = null;
  let over = false;
  let wake = () => {};
  response.on('readable', () => wake());
  response.on('end', () => {
    over = true;
    wake();
  });
  response.on('error', (error) => {
    failure ??= describeFailure(error);
    wake();
  });
  response.on('close', () => {
    if (!over) failure ??= new AgentFailure('closed', 'The connection broke off.');
    wake();
  });
  return async () => {
    for (;;) {
      const chunk: Buffer | null = response.read();
      if (chunk !== null) return chunk;
      if (over) return null;
      if (failure !== null) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
}
