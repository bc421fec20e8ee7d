import type { Ports } from '../ports.ts';

const floorMs = 50;

/** Collects changes and flushes at most every 50 ms: the first after a quiet period, and urgent ones, at the next microtask. */
export interface Batcher {
  push(urgent: boolean): void;
  close(): void;
}

/** Not with animation frames: a hidden tab gets none, and would freeze. */
export function createBatcher(ports: Pick<Ports, 'now' | 'schedule'>, flush: () => void): Batcher {
  let lastFlushAt = Number.NEGATIVE_INFINITY;
  let atMicrotask = false;
  let cancelTimer: (() => void) | null = null;
  let closed = false;

  const run = () => {
    atMicrotask = false;
    cancelTimer?.();
    cancelTimer = null;
    if (closed) return;
    lastFlushAt = ports.now();
    flush();
  };

  return {
    push(urgent) {
      if (closed || atMicrotask) return;
      const sinceMs = ports.now() - lastFlushAt;
      // A clock that was set back must not delay events for hours.
      if (urgent || sinceMs >= floorMs || sinceMs < 0) {
        atMicrotask = true;
        queueMicrotask(run);
      } else cancelTimer ??= ports.schedule(run, floorMs - sinceMs);
    },
    close() {
      closed = true;
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
