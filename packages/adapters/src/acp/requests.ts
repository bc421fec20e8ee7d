import type { JsonObject } from '@countersign/json/json-object';
import type { StreamRequest, WireRequest } from '../protocol/wire.ts';
import type { Endpoint } from './endpoint.ts';
import { errorOf, runOf } from './frames.ts';
import { writtenPart } from './parts.ts';
import type { AcpMessage } from './run-message.ts';

const eventStream = 'text/event-stream';

const runUrl = ({ base }: Endpoint, runId: string): string =>
  `${base}/runs/${encodeURIComponent(runId)}`;

const asStream = (request: WireRequest): StreamRequest => ({
  ...request,
  mediaType: eventStream,
  called: 'an event stream',
  resumable: 'named',
  document: refusalIn,
});

/**
 * The request that starts a run, or resumes one that waits. A server that refuses to stream is asked to work without a stream: it
 * answers at once, and the run is read until it ends.
 */
export function runRequest(
  endpoint: Endpoint,
  { parts, taskId }: AcpMessage,
  threadId: string,
): StreamRequest {
  const message = { role: 'user', parts: parts.map(writtenPart) };
  const content: JsonObject =
    taskId === null
      ? {
          agent_name: endpoint.agent,
          input: [message],
          // Sessions have no other ids; a server learns of one with its first run.
          ...(isUuid(threadId) ? { session_id: threadId } : {}),
        }
      : { run_id: taskId, await_resume: { type: 'message', message } };
  const url = taskId === null ? `${endpoint.base}/runs` : runUrl(endpoint, taskId);
  const inMode = (mode: 'stream' | 'async'): StreamRequest =>
    asStream({
      ...{ method: 'POST', url, body: { ...content, mode } },
      headers: { accept: mode === 'stream' ? eventStream : 'application/json' },
    });
  return { ...inMode('stream'), otherwise: inMode('async') };
}

/** The request that follows a run by reading it again and again. */
export const followRequest = (endpoint: Endpoint, runId: string): StreamRequest => ({
  ...asStream(readRequest(endpoint, runId)),
  mediaType: 'application/json',
  repeats: { baseMs: 1_000, capMs: 15_000 },
});

export const readRequest = (endpoint: Endpoint, runId: string): WireRequest => ({
  method: 'GET',
  url: runUrl(endpoint, runId),
  headers: { accept: 'application/json' },
});

export const cancelRequest = (endpoint: Endpoint, runId: string): WireRequest => ({
  method: 'POST',
  url: `${runUrl(endpoint, runId)}/cancel`,
  headers: { accept: 'application/json' },
  body: {},
});

/** The refusal in a document that came with a status of success, for a person; null = it is a run. */
export function refusalIn(text: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'It sent a document that is no JSON.';
  }
  if (runOf(value) !== null) return null;
  const { message, code } = errorOf(value) ?? { message: 'It sent no run.', code: null };
  return code === null ? 'It sent a document that is no run.' : `It refused: ${message} (${code}).`;
}

const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
