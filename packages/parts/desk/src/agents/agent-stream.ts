import type { IncomingMessage } from 'node:http';
import type { StreamRequest } from '@countersign/adapters/protocol/wire';
import { say } from '@countersign/api/statements';
import type { BinaryBody } from '@countersign/hai/binary/binary-body';
import { BinaryFault } from '@countersign/hai/binary/binary-fault';
import { quoted } from '@countersign/server/http/problem';
import { AgentFailure, describeFailure } from '@countersign/server/http/transport-errors';
import { decompressed } from '@countersign/server/outgoing/decompress';
import { callAgent, failureOfReply, readText } from '@countersign/server/outgoing/transport';
import { type Clock, systemClock } from '@countersign/server/runtime/clock';
import { createPieces, type NextPiece } from './pieces.ts';
import { headersTo, type KnownAgent } from './secret-headers.ts';
import { createUtf8Reader } from './utf8.ts';

/** The body of an agent's response, pulled piece by piece: what is not pulled stays with the agent. */
export interface AgentStream {
  /** The run can be joined again at its position. */
  resumable: boolean;
  /** It is one document in place of a stream: its end is not the end of the connection to the run. */
  isDocument: boolean;
  /** Nothing can follow the end of the run: it is a document that is read again and again. */
  endsWithRun?: true;
  /**
   * The next text, everything available; '' while a character is incomplete, null at the end. Rejects with `AgentFailure` when the
   * connection breaks. Invalid UTF-8 is marked. The protocol splits the text into frames.
   */
  next(): Promise<string | null>;
  destroy(): void;
}

export interface OpenStreamRequest {
  agent: KnownAgent;
  /** In the format of its protocol. */
  request: StreamRequest;
  signal: AbortSignal;
  answerMs: number;
  clock: Clock;
}

/** Sends the request and requires a stream as response. Rejects with `AgentFailure`. */
export async function openAgentStream(options: OpenStreamRequest): Promise<AgentStream> {
  const { agent, request, clock } = options;
  const secret = headersTo(agent, request.url);
  const response = await callAgent({
    ...request,
    headers: { ...request.headers, ...secret },
    signal: options.signal,
    timeoutMs: options.answerMs,
    clock,
  });
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) {
    throw await failureOfReply(response, { headers: secret, clock });
  }
  const type = response.headers['content-type'] ?? '';
  if (request.document !== undefined && isJson(type)) {
    return documentStream(await readDocument(response, request));
  }
  const mediaType = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const binary = request.bodies?.get(mediaType);
  if (binary === undefined && mediaType !== request.mediaType) {
    response.destroy();
    const sent = type === '' ? say('call.no-type') : type;
    const said = say('call.not-a-stream', { sent, called: request.called });
    throw new AgentFailure('not-a-stream', said, status);
  }
  const promise = request.resumable;
  const resumable =
    promise === 'named' || (promise !== null && response.headers[promise.header] === promise.value);
  const body = decompressed(response);
  const pulled = createPieces(body, systemClock);
  const next = binary === undefined ? textOf(pulled) : framesOf(pulled, binary(), mediaType);
  return { resumable, isDocument: false, next, destroy: () => response.destroy() };
}

function textOf(pulled: NextPiece): AgentStream['next'] {
  const utf8 = createUtf8Reader();
  return async () => {
    const bytes = await pulled();
    return bytes === null ? null : utf8.read(bytes);
  };
}

/** Frames of a binary body, as the text that they are read from. */
function framesOf(pulled: NextPiece, body: BinaryBody, sent: string): AgentStream['next'] {
  const read = (bytes: Uint8Array): string => {
    try {
      return body.read(bytes);
    } catch (error) {
      if (!(error instanceof BinaryFault)) throw error;
      throw new AgentFailure('not-a-stream', say('call.not-frames', { sent }));
    }
  };
  return async () => {
    // What was wrong behind the last frames is known without waiting for more.
    read(noBytes);
    const bytes = await pulled();
    if (bytes !== null) return read(bytes);
    if (!body.isUnfinished()) return null;
    throw new AgentFailure('closed', say('call.frame-broke'));
  };
}

const noBytes = new Uint8Array(0);

const isJson = (type: string): boolean => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type);

/** Documents above this size (bytes) are refused: they are read as a whole. */
const maxDocumentBytes = 4_000_000;

/** The document in a response. Throws `AgentFailure` if it is a refusal, or too large. */
export async function readDocument(
  response: IncomingMessage,
  { document }: Pick<StreamRequest, 'document'>,
): Promise<string> {
  const text = await readText(response, maxDocumentBytes + 1).catch((error: unknown) => {
    throw describeFailure(error);
  });
  const status = response.statusCode ?? 0;
  if (Buffer.byteLength(text) > maxDocumentBytes) {
    throw new AgentFailure('too-large', say('call.document-too-large'), 413);
  }
  const refusal = document?.(text) ?? null;
  // The HTTP status reports success, but the document reports an error.
  if (refusal !== null)
    throw new AgentFailure('refused', quoted(refusal), status < 400 ? 400 : status);
  return text;
}

function documentStream(text: string): AgentStream {
  let isRead = false;
  return {
    resumable: true,
    isDocument: true,
    next() {
      const next = isRead ? null : text;
      isRead = true;
      return Promise.resolve(next);
    },
    destroy: () => {},
  };
}
