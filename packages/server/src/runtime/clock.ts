import { uptime } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Time as a port, and timers that never keep the process alive. */
export interface Clock {
  /** The system time, epoch ms. People and time servers set it, forward and back. */
  now(): number;
  /** Elapsed time since some moment, ms: it is never set, so durations are measured by it. */
  monotonic(): number;
  /** Runs once after `delayMs`; the returned function cancels it. */
  schedule(run: () => void, delayMs: number): () => void;
}

/** Sources of time, of which only the first is ever set. All in ms. */
export interface TimeSources {
  wall(): number;
  /** Does not count while the machine sleeps. */
  awake(): number;
  /** Counts while the machine sleeps, but is coarse and expensive to read. */
  sinceBoot(): number;
}

/**
 * Elapsed time including sleep: a machine that wakes has not had its clock set. It may have slept if the system clock has moved ahead
 * of the time awake; only then the third source is read.
 */
export function createMonotonic({ wall, awake, sinceBoot }: TimeSources): () => number {
  let sleptMs = 0;
  let ahead = wall() - awake();
  const base = sinceBoot() - awake();
  return () => {
    const at = awake();
    const aheadNow = wall() - at;
    if (aheadNow - ahead >= 1_000) sleptMs = Math.max(sleptMs, sinceBoot() - at - base);
    ahead = aheadNow;
    return at + sleptMs;
  };
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: createMonotonic({
    wall: () => Date.now(),
    awake: () => performance.now(),
    sinceBoot: () => uptime() * 1_000,
  }),
  schedule(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** The same clock; a timer that throws is reported, and affects no other. */
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

/** The same clock; `notice` is called before each timer. */
export const noticingClock = (clock: Clock, notice: () => void): Clock => ({
  ...clock,
  schedule: (run, delayMs) =>
    clock.schedule(() => {
      notice();
      run();
    }, delayMs),
});

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
