import type { Presence } from '@countersign/api/prompts/presence';
import type { Envelope } from '@countersign/hai/envelope';
import { decodeBatch } from '@countersign/hai/envelope-batch';
import { createSseParser, type SseFrame } from '@countersign/hai/sse';
import { isEnvelope } from './envelope-shape.ts';
import {
  type DraftUpdate,
  damagedPartsOf,
  isDraftUpdate,
  isPresence,
  type StoreTrouble,
  storeTroubleOf,
  whatChanged,
} from './moment-shape.ts';

/** A frame may contain a prompt with a large payload in a fact; the server limits events to 1 MB. */
const maxFrameChars = 8 * 1024 * 1024;

export interface StreamEvents {
  /** Bytes were received, even if only a ping. */
  onLife(): void;
  /** The cursor to resume from after a loss. */
  onCursor(cursor: string): void;
  onEnvelope(envelope: Envelope): void;
  /** The server does not know our cursor: everything must be loaded again. */
  onReset(): void;
  /** Presence of one prompt; not journalled, so it is not repeated after a loss. */
  onPresence(presence: Presence): void;
  /** A draft of this operator was stored or discarded. */
  onDraft(news: DraftUpdate): void;
  /** A list without facts has changed: rules, policy, operators, … */
  onChanged(what: string): void;
  /** The server's store does not accept writes, or does again (null); and its parts with unreadable data. */
  onStore(trouble: StoreTrouble | null, damaged: readonly string[]): void;
  /** All missed events have been received. */
  onReady(serverTime: number): void;
}

/**
 * Reads the body of `GET /api/stream` to its end; rejects when the connection breaks. It does not matter where bytes are split.
 */
export async function readStream(
  body: ReadableStream<Uint8Array>,
  events: StreamEvents,
  signal: AbortSignal,
): Promise<void> {
  const parser = createSseParser({
    maxFrameChars,
    onFrame: (frame) => {
      if (!signal.aborted) onFrame(frame, events);
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      events.onLife();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function onFrame(frame: SseFrame, events: StreamEvents): void {
  const value = parse(frame.data);
  // The envelope first: a cursor must never be ahead of what was passed on.
  dispatch(frame.event ?? 'message', value, events);
  if (frame.id !== undefined && frame.id !== '') events.onCursor(frame.id);
}

/** An unknown name is of a later server and is ignored. */
function dispatch(name: string, value: unknown, events: StreamEvents): void {
  if (name === 'reset') events.onReset();
  else if (name === 'ready') events.onReady(serverTimeOf(value));
  else if (name === 'presence' && isPresence(value)) events.onPresence(value);
  else if (name === 'draft' && isDraftUpdate(value)) events.onDraft(value);
  else if (name === 'store') events.onStore(storeTroubleOf(value), damagedPartsOf(value));
  else if (name === 'changed') whatChanged(value, events.onChanged);
  // An unreadable one leaves a gap in its thread's sequence, and the gap is fetched.
  else if (name === 'message' || name === 'batch') {
    for (const one of name === 'batch' ? decodeBatch(value) : [value]) {
      if (isEnvelope(one)) events.onEnvelope(one);
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without conversion: a received object may have its own `valueOf`, and conversion would throw. */
function serverTimeOf(value: unknown): number {
  const time: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'serverTime') : undefined;
  return typeof time === 'number' ? time : Number.NaN;
}
