import type { Clock } from './clock.ts';

/** The minimum frequency of checks, so that a clock that was set, or a machine that slept, is noticed. */
const lookAgainMs = 30_000;

export type Report = (what: string, error: unknown) => void;

/** One timer for times stored in a table. It survives every fault: what cannot be read now is read again later. */
export interface Alarm {
  /** Determines the next time; in no less than `atLeastMs`. Never throws. */
  arm(atLeastMs?: number): void;
  /** Does what is due now. Never throws. */
  ring(): void;
  /** Permanently. */
  stop(): void;
}

/**
 * `untilNext`: ms until the next time, from the table; infinite = none. `ring` does what is due then, and arms it again. Both may
 * throw: a page of the disk that cannot be read must not stop all timers.
 */
export function createAlarm(options: {
  clock: Clock;
  untilNext: () => number;
  ring: () => void;
  report: Report;
}): Alarm {
  const { clock, untilNext, ring, report } = options;
  let cancel = () => {};
  let stopped = false;

  const arm = (atLeastMs = 0) => {
    cancel();
    if (stopped) return;
    let delayMs = lookAgainMs;
    try {
      delayMs = Math.min(Math.max(atLeastMs, untilNext()), lookAgainMs);
    } catch (error) {
      report('When something is due could not be read.', error);
    }
    cancel = clock.schedule(fire, delayMs);
  };
  const fire = () => {
    if (stopped) return;
    try {
      ring();
    } catch (error) {
      report('What is due could not be done.', error);
      arm(lookAgainMs);
    }
  };

  return {
    arm,
    ring: fire,
    stop() {
      stopped = true;
      cancel();
    },
  };
}
