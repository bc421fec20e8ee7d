/** Time as a port: epoch milliseconds, and timers that never keep the process alive. */
export interface Clock {
  now(): number;
  /** Runs once after `delayMs`; the returned function takes it back. */
  schedule(run: () => void, delayMs: number): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** The same clock; a timer that throws is told of, and ends nothing but itself. */
export function guardedClock(clock: Clock, report: (what: string, error: unknown) => void): Clock {
  return {
    ...clock,
    schedule: (run, delayMs) =>
      clock.schedule(() => {
        try {
          run();
        } catch (error) {
          report('A timer failed.', error);
        }
      }, delayMs),
  };
}

/** Waits on the clock port; resolves early, without an error, when `signal` aborts. */
export function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.schedule(done, delayMs);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Exponential backoff with full jitter above one half: 0.5–1 × min(cap, base × 2^attempt), in ms. */
export function backoffMs(
  attempt: number,
  limits: { baseMs: number; capMs: number },
  random: () => number,
): number {
  const ceiling = Math.min(limits.capMs, limits.baseMs * 2 ** Math.min(attempt, 20));
  return Math.round(ceiling * (0.5 + random() / 2));
}
