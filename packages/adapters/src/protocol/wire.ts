import type { BinaryBody } from '@countersign/hai/binary/binary-body';
import type { FrameEnds } from '@countersign/hai/sse';
import type { WrittenStatement } from '@countersign/json/statement';

/** A request as a protocol writes it: without the agent's secret headers, which the transport adds where allowed. */
export interface WireRequest {
  method: 'POST' | 'GET';
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON; a GET has none. */
  body?: unknown;
}

/** A request with a stream as its response. */
export interface StreamRequest extends WireRequest {
  /** Media type that the stream must have, without parameters. */
  mediaType: string;
  /** Further media types that it may have, and what turns the bytes of such a body into the text of a stream. */
  bodies?: ReadonlyMap<string, () => BinaryBody> | undefined;
  /** The name of such a stream in a message to an operator: `an event stream`. */
  called: string;
  /**
   * A response header and its value that declare that this run can be rejoined; `named` = it can as soon as a frame had an
   * id; null = it never can.
   */
  resumable: { header: string; value: string } | 'named' | null;
  /**
   * Set if one JSON document may come in place of the stream: it is read as a frame. Returns the refusal in it, for protocols
   * that refuse with status 200; null = it is none.
   */
  document?: ((text: string) => string | null) | undefined;
  /** Requested when the stream is open, and read before it: what was missed while there was no connection. */
  first?: WireRequest | undefined;
  /** Requested again and again if the stream is refused. */
  otherwise?: StreamRequest | undefined;
  /** For protocols that refuse a stream inside it: reads it from its beginning. `otherwise` takes the place of such a stream. */
  refusal?: (() => RefusalReader) | undefined;
  /** The response is always a document, requested again until the run has ended; the delays between two requests. */
  repeats?: { baseMs: number; capMs: number } | undefined;
}

/** Receives the text of a stream, split anywhere; returns whether its first frame is a refusal, null = it is not complete yet. */
export type RefusalReader = (text: string) => boolean | null;

/** Where an agent reports that a run has progressed, while nothing is connected to it. */
export interface Callback {
  url: string;
  /** Known to this agent and only for this run. */
  token: string;
}

/** The response to a request, its body unread. One of the last four must be called. */
export interface WireReply {
  /** HTTP status, or the transport's equivalent. */
  status: number;
  /** Reads at most this number of bytes of the body. */
  text(maxBytes: number): Promise<string>;
  /** What the agent says about a refusal, as one line; empty = nothing. */
  refusal(): Promise<string>;
  /** The refusal as an error: its message contains what the agent sent and what an operator can do. */
  failure(): Promise<WireFailure>;
  discard(): void;
}

/** `said`: its message, also as data. */
export interface WireFailure extends Error {
  readonly said: WrittenStatement;
}

/** Sends requests of a protocol to an agent: implemented by anything that has sockets. Rejects when there is no response. */
export interface Transport {
  call(request: WireRequest): Promise<WireReply>;
}

/** One unit of a split stream. */
export interface Frame {
  /** Its number or name, for rejoining after it. */
  id?: string;
  event?: string;
  data: string;
}

/** Splits the text of a stream into frames, in bounded memory. */
export interface Framing {
  /** Decoded text of the stream, split at any point. */
  feed(text: string): void;
  /** Discards an unfinished frame: a new connection starts. */
  reset(): void;
}

export interface FramingOptions {
  onFrame(frame: Frame): void;
  /** A frame larger than `maxFrameChars` was skipped; its whole length in characters, and how it begins and ends, if known. */
  onOversize?(chars: number, ends?: FrameEnds): void;
  maxFrameChars?: number;
}
