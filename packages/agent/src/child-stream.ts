import {
  binaryFormatOf,
  binaryMediaTypes,
  createBinaryBody,
} from '@countersign/hai/binary/binary-body';
import { createDecoder } from '@countersign/hai/decoder';
import type { HaiEvent } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { createSseParser, type SseFrame } from '@countersign/hai/sse';
import type { AgentAddress } from './child-run.ts';
import { type Clock, delay } from './clock.ts';

/** The called agent failed: it was unreachable, refused, or the connection was lost. */
export class ChildRunError extends Error {
  readonly code: 'unreachable' | 'refused' | 'lost' | 'failed' | 'stopped';
  constructor(code: ChildRunError['code'], message: string) {
    super(message);
    this.name = 'ChildRunError';
    this.code = code;
  }
}

const maxConnects = 8;
const maxBackoffMs = 4_000;

/**
 * The events of a run at another agent, across lost connections: if the agent supports rejoining (`hai-resume`), reading
 * continues after the last event received, so that each event is received exactly once. Aborting `signal` ends the reading;
 * slow reading slows the agent down.
 */
export async function* childEvents(
  address: AgentAddress,
  input: RunAgentInput,
  options: { clock: Clock; signal: AbortSignal },
): AsyncGenerator<HaiEvent> {
  const { clock, signal } = options;
  const decoder = createDecoder();
  let lastEventId: string | undefined;
  let resumable = false;
  let failures = 0;
  while (failures < maxConnects) {
    if (failures > 0) await delay(clock, backoffMs(failures), signal);
    const response = await connect(address, input, { lastEventId, signal });
    if (response === null) {
      failures += 1;
      continue;
    }
    resumable = response.headers.get('hai-resume') === 'last-event-id';
    for await (const frame of readFrames(response, signal)) {
      failures = 0;
      if (frame.id !== undefined) lastEventId = frame.id;
      for (const event of decoder.decode(frame.data).events) {
        yield event;
        if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') return;
      }
    }
    if (!resumable) break;
    failures += 1;
  }
  if (lastEventId === undefined && !resumable) {
    throw new ChildRunError('unreachable', `${address.id} cannot be reached.`);
  }
  throw new ChildRunError('lost', `The connection to ${address.id} was lost.`);
}

/** Server-sent events, or binary frames if the agent prefers those. */
const accept = ['text/event-stream', ...Object.values(binaryMediaTypes)].join(', ');

const backoffMs = (failures: number) => Math.min(maxBackoffMs, 50 * 2 ** failures);

/** Null = it can be retried. A refusal by the agent throws. */
async function connect(
  address: AgentAddress,
  input: RunAgentInput,
  options: { lastEventId: string | undefined; signal: AbortSignal },
): Promise<Response | null> {
  let response: Response;
  try {
    response = await fetch(address.url, {
      method: 'POST',
      headers: {
        ...address.headers,
        'content-type': 'application/json',
        accept,
        ...(options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }),
      },
      body: JSON.stringify(input),
      signal: options.signal,
    });
  } catch (error) {
    if (options.signal.aborted) throw error;
    return null;
  }
  if (response.ok && response.body) return response;
  await response.body?.cancel();
  if (response.status >= 500) return null;
  throw new ChildRunError('refused', `${address.id} refused the run (HTTP ${response.status}).`);
}

const noBytes = new Uint8Array(0);

async function* readFrames(response: Response, signal: AbortSignal): AsyncGenerator<SseFrame> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const frames: SseFrame[] = [];
  const parser = createSseParser({ onFrame: (frame) => frames.push(frame) });
  const text = new TextDecoder();
  const format = binaryFormatOf(response.headers.get('content-type') ?? '');
  const body = format === null ? null : createBinaryBody({ format });
  // Not left to fetch: if aborted just as the body ends, Node's fetch never settles the pending read.
  const onAbort = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      parser.feed(body?.read(value) ?? text.decode(value, { stream: true }));
      yield* frames.splice(0);
      // What was wrong behind the last frames is known without waiting for more.
      body?.read(noBytes);
    }
  } catch (error) {
    // A cut connection ends the reading; the caller decides whether to rejoin.
    if (signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    onAbort();
  }
}
