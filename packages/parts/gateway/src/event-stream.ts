import type { ServerResponse } from 'node:http';
import type { Clock } from '@countersign/server/runtime/clock';

/** How often there is a sign of life: proxies close what is silent for a minute. */
const signMs = 15_000;

/** A stream of events to a client; what it is sent is a frame each. */
export interface EventStream {
  write(frame: string): void;
  end(): void;
}

/** Begins the stream of a response. Until it ends there is a comment from time to time, which clients skip. */
export function openEventStream(raw: ServerResponse, clock: Pick<Clock, 'schedule'>): EventStream {
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  let stop = () => {};
  const sign = () => {
    raw.write(': alive\n\n');
    next();
  };
  const next = () => {
    stop = clock.schedule(sign, signMs);
  };
  next();
  raw.once('close', () => stop());
  return {
    write: (frame) => {
      raw.write(frame);
    },
    end() {
      stop();
      raw.end();
    },
  };
}
