import type { Clock } from './clock.ts';

/** The minimum frequency of checks, so that a clock that was set, or a machine that slept, is noticed. */
const lookAgainMs = 30_000;

/** The subject of an error after which the server continued. */
export interface About {
  taskId?: string | undefined;
  runId?: string | undefined;
  promptId?: string | undefined;
  agentId?: string | undefined;
  deliveryId?: string | undefined;
  controlId?: string | undefined;
  webhookId?: string | undefined;
}

/** Receives errors after which the server continued: every place that does so passes them here. */
export type Report = (what: string, error: unknown, about?: About) => void;

/** One timer for times stored in a table. It survives every fault: what cannot be read now is read again later. */
export interface Alarm {
  /** Determines the next time; in no less than `atLeastMs`. Never throws; resolves when it is set, if that has to be waited for. */
  arm(atLeastMs?: number): Promise<void> | null;
  /** Does what is due now. Never throws. */
  ring(): void;
  /** Permanently. */
  stop(): void;
}

/**
 * `untilNext`: ms until the next time, from the table; infinite = none. `ring` does what is due then, and the timer is set again. Both may
 * throw or reject: a page of the disk that cannot be read must not stop all timers.
 */
export function createAlarm(options: {
  clock: Clock;
  untilNext: () => number | Promise<number>;
  ring: () => unknown;
  report: Report;
}): Alarm {
  const { clock, untilNext, ring, report } = options;
  let cancel = () => {};
  let stopped = false;
  let armed = 0;

  const arm = (atLeastMs = 0) => {
    cancel();
    if (stopped) return null;
    // Armed again before the table has answered: the later answer counts.
    const mine = ++armed;
    const schedule = (delayMs: number) => {
      if (stopped || mine !== armed) return;
      cancel();
      cancel = clock.schedule(fire, Math.min(Math.max(atLeastMs, delayMs), lookAgainMs));
    };
    return settle(untilNext, schedule, (error) => {
      report('When something is due could not be read.', error);
      schedule(lookAgainMs);
    });
  };
  const fire = () => {
    if (stopped) return;
    void settle(
      ring,
      () => {},
      (error) => {
        report('What is due could not be done.', error);
        void arm(lookAgainMs);
      },
    );
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

/** Continues with the outcome of `work`: at once (null), if it has it at once. */
function settle<Value>(
  work: () => Value | Promise<Value>,
  done: (value: Value) => void,
  failed: (error: unknown) => void,
): Promise<void> | null {
  try {
    const value = work();
    if (value instanceof Promise) return value.then(done, failed);
    done(value);
  } catch (error) {
    failed(error);
  }
  return null;
}
