/** A request as a protocol writes it: without the agent's secret headers, which the transport adds where they may go. */
export interface WireRequest {
  method: 'POST' | 'GET';
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON; a GET has none. */
  body?: unknown;
}

/** A request that is answered by a stream. */
export interface StreamRequest extends WireRequest {
  /** Media type that the stream must have, without parameters. */
  mediaType: string;
  /** What such a stream is called in a message to an operator: `an event stream`. */
  called: string;
  /** A header, and its value, by which the agent promises that this run can be joined again; null = it never can. */
  resumable: { header: string; value: string } | null;
}

/** What came back of a request, its body unread. One of the last three is to be called. */
export interface WireReply {
  /** HTTP status, or what the transport has that says the same. */
  status: number;
  /** Reads at most so many bytes of the body. */
  text(maxBytes: number): Promise<string>;
  /** The refusal as an error: its message says what the agent said and what an operator can do. */
  failure(): Promise<Error>;
  discard(): void;
}

/** How requests of a protocol reach an agent: given to it by whoever has sockets. Rejects when nothing answers. */
export interface Transport {
  call(request: WireRequest): Promise<WireReply>;
}

/** One unit that a stream is cut into. */
export interface Frame {
  /** Its number, or name, for joining again behind it. */
  id?: string;
  event?: string;
  data: string;
}

/** Cuts the text of a stream into frames, in bounded memory. */
export interface Framing {
  /** Text decoded from the stream, cut anywhere. */
  feed(text: string): void;
  /** Forgets an unfinished frame: a new connection starts. */
  reset(): void;
}

export interface FramingOptions {
  onFrame(frame: Frame): void;
  /** A frame larger than `maxFrameChars` was skipped; its whole length in characters. */
  onOversize?(chars: number): void;
  maxFrameChars?: number;
}
