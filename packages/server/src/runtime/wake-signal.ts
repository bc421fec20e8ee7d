import type { Clock } from './clock.ts';

/** Ends a wait early: something has happened that is worth looking at. */
export interface WakeSignal {
  ring(): void;
  /** Resolves after `delayMs`, when it rings, or when `signal` aborts. A ring without a waiter ends the next wait. */
  wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    wait(clock, delayMs, signal) {
      return new Promise((resolve) => {
        const done = () => {
          rung = false;
          wake = () => {};
          cancel();
          signal.removeEventListener('abort', done);
          resolve();
        };
        const cancel = clock.schedule(done, delayMs);
        signal.addEventListener('abort', done, { once: true });
        wake = done;
        if (rung || signal.aborted) done();
      });
    },
  };
}
