import type { Clock } from './clock.ts';

/** Looked at least this often, so that a clock that was set, or a machine that slept, is noticed. */
const lookAgainMs = 30_000;

export type Report = (what: string, error: unknown) => void;

/** One timer for moments that stand in a table. It outlives every fault: what cannot be read now is looked for again. */
export interface Alarm {
  /** Looks when the next moment is; in no less than `atLeastMs`. Never throws. */
  arm(atLeastMs?: number): void;
  /** Does what is due now. Never throws. */
  ring(): void;
  /** For good. */
  stop(): void;
}

/**
 * `untilNext`: ms until the next moment, from the table; infinite = none. `ring` does what is due then, and arms it again.
 * Both may throw: a page of the disk that cannot be read must not end all that waits for a moment.
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
