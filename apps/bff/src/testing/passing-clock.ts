import type { Clock } from '@countersign/server/runtime/clock';

/** A clock that runs, and that a test can also move ahead. */
export interface PassingClock extends Clock {
  /** As if so much time had passed: what is due meanwhile happens now. */
  pass(ms: number): void;
}

interface Timer {
  run: () => void;
  /** On the monotonic clock. */
  dueAt: number;
  cancel: () => void;
}

/** `aheadMs`: how far it is ahead of `clock` at the start, as after `pass` in an earlier process. */
export function createPassingClock(clock: Clock, aheadMs = 0): PassingClock {
  let ahead = aheadMs;
  const timers = new Set<Timer>();
  const monotonic = () => clock.monotonic() + ahead;
  const arm = (timer: Timer) => {
    const fire = () => {
      timers.delete(timer);
      timer.run();
    };
    timer.cancel = clock.schedule(fire, Math.max(0, timer.dueAt - monotonic()));
  };
  return {
    now: () => clock.now() + ahead,
    monotonic,
    schedule(run, delayMs) {
      const timer: Timer = { run, dueAt: monotonic() + delayMs, cancel: () => {} };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.cancel();
      };
    },
    pass(ms) {
      ahead += ms;
      for (const timer of timers) {
        timer.cancel();
        arm(timer);
      }
    },
  };
}
