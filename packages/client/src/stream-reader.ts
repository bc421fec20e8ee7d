import type { Presence } from '@countersign/api/presence';
import type { Envelope } from '@countersign/hai/envelope';
import { createSseParser, type SseFrame } from '@countersign/hai/sse';
import { isEnvelope } from './envelope-shape.ts';
import {
  type DraftNews,
  damagedPartsOf,
  isDraftNews,
  isPresence,
  type StoreTrouble,
  storeTroubleOf,
  whatChanged,
} from './moment-shape.ts';

/** A frame may carry a prompt with a large payload in a fact; the server caps events at 1 MB. */
const maxFrameChars = 8 * 1024 * 1024;

export interface StreamEvents {
  /** Bytes came, be it only a ping. */
  onLife(): void;
  /** Where to go on from after a loss. */
  onCursor(cursor: string): void;
  onEnvelope(envelope: Envelope): void;
  /** The server does not know our cursor: everything has to be loaded again. */
  onReset(): void;
  /** Who has one prompt open now; not journalled, so nothing is made up for after a loss. */
  onPresence(presence: Presence): void;
  /** A draft of this operator was kept or thrown away. */
  onDraft(news: DraftNews): void;
  /** A list that no fact carries has changed: rules, policy, operators, … */
  onChanged(what: string): void;
  /** The server's store takes no writes, or does again (null); and parts of it that cannot be read. */
  onStore(trouble: StoreTrouble | null, damaged: readonly string[]): void;
  /** All that was missed has come. */
  onReady(serverTime: number): void;
}

/** Reads the body of `GET /api/stream` to its end; rejects when the connection breaks. Where bytes are split never matters. */
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
  // The envelope first: a cursor must never run ahead of what was handed on.
  dispatch(frame.event ?? 'message', value, events);
  if (frame.id !== undefined && frame.id !== '') events.onCursor(frame.id);
}

/** A name this client does not know is of a later server: not its business. */
function dispatch(name: string, value: unknown, events: StreamEvents): void {
  if (name === 'reset') events.onReset();
  else if (name === 'ready') events.onReady(serverTimeOf(value));
  else if (name === 'presence' && isPresence(value)) events.onPresence(value);
  else if (name === 'draft' && isDraftNews(value)) events.onDraft(value);
  else if (name === 'store') events.onStore(storeTroubleOf(value), damagedPartsOf(value));
  else if (name === 'changed') whatChanged(value, events.onChanged);
  // One that cannot be read leaves a hole in its thread's sequence, and the hole is filled.
  else if (name === 'message' && isEnvelope(value)) events.onEnvelope(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Not by conversion: an object may have a `valueOf` of its own, and then it throws. */
function serverTimeOf(value: unknown): number {
  const time: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'serverTime') : undefined;
  return typeof time === 'number' ? time : Number.NaN;
}
