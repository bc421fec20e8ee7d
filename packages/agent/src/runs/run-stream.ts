import {
  type BinaryFormat,
  binaryMediaTypes,
  emptyFrame,
  encodeBinaryFrame,
} from '@countersign/hai/binary/binary-body';
import { encodeComment, encodeFrame } from '@countersign/hai/sse';
import type { Clock } from '../clock.ts';
import type { LogEntry, RunLog } from './run-log.ts';

const pingMs = 15_000;
const maxChunkChars = 16_384;

/** How the events of a run are sent. */
export type StreamFormat = 'sse' | BinaryFormat;

interface Encoding {
  mediaType: string;
  /** Opens the stream for readers behind buffering proxies, and keeps it open. */
  comment(text: string): Uint8Array;
  entries(entries: readonly LogEntry[]): Uint8Array;
}

const encoder = new TextEncoder();
const sse: Encoding = {
  mediaType: 'text/event-stream; charset=utf-8',
  comment: (text) => encoder.encode(encodeComment(text)),
  entries: (entries) =>
    encoder.encode(entries.map(({ id, data }) => encodeFrame({ id: String(id), data })).join('')),
};

const binary = (format: BinaryFormat): Encoding => ({
  mediaType: binaryMediaTypes[format],
  comment: emptyFrame,
  entries: (entries) =>
    joined(
      entries.map(({ id, data }) => encodeBinaryFrame(format, { id: String(id), json: data })),
    ),
});

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * The response of one connection: everything after `after`, then live until the run ends. It reads from the log only as
 * fast as the connection accepts data, which is how back-pressure reaches the run.
 */
export function runStream(
  log: RunLog,
  { after, format }: { after: number; format: StreamFormat },
  clock: Clock,
): Response {
  const encoding = format === 'sse' ? sse : binary(format);
  const reader = log.reader(after);
  let cancelPing = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoding.comment('hai'));
        const ping = () => {
          // A reader that does not read gets no further pings: they would accumulate.
          if ((controller.desiredSize ?? 0) >= 0) controller.enqueue(encoding.comment('ping'));
          cancelPing = clock.schedule(ping, pingMs);
        };
        cancelPing = clock.schedule(ping, pingMs);
      },
      async pull(controller) {
        const entries = await reader.next(maxChunkChars);
        if (entries === null) {
          cancelPing();
          reader.close();
          controller.close();
          return;
        }
        controller.enqueue(encoding.entries(entries));
      },
      cancel() {
        cancelPing();
        reader.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'content-type': encoding.mediaType,
      vary: 'accept',
      'cache-control': 'no-store',
      'hai-resume': 'last-event-id',
      'x-accel-buffering': 'no',
    },
  });
}
