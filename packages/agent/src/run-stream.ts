import { encodeComment, encodeFrame } from '@countersign/hai/sse';
import type { Clock } from './clock.ts';
import type { RunLog } from './run-log.ts';

const pingMs = 15_000;
const maxChunkChars = 16_384;

/**
 * The SSE response of one connection: everything after `after`, then live until the run ends. It reads from the log only as
 * fast as the connection accepts data, which is how back-pressure reaches the run.
 */
export function runStream(log: RunLog, after: number, clock: Clock): Response {
  const encoder = new TextEncoder();
  const reader = log.reader(after);
  let cancelPing = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // An early byte opens the stream for readers behind buffering proxies.
        controller.enqueue(encoder.encode(encodeComment('hai')));
        const ping = () => {
          // A reader that does not read gets no further pings: they would accumulate.
          if ((controller.desiredSize ?? 0) >= 0)
            controller.enqueue(encoder.encode(encodeComment('ping')));
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
        const text = entries.map(({ id, data }) => encodeFrame({ id: String(id), data })).join('');
        controller.enqueue(encoder.encode(text));
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
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'hai-resume': 'last-event-id',
      'x-accel-buffering': 'no',
    },
  });
}
