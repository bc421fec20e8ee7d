import type { Clock } from '@countersign/server/runtime/clock';

export interface ManualClock extends Clock {
  /** Advances time and runs what becomes due, in order. */
  advance(ms: number): void;
  /** Sets the system clock, back if below zero: no time passes, and no timer runs for it. */
  set(ms: number): void;
}

/** A clock that only moves when a test moves it. */
export function createManualClock(start = 1_750_000_000_000): ManualClock {
  let now = start;
  let setBy = 0;
  let nextId = 0;
  const timers = new Map<number, { at: number; run: () => void }>();
  return {
    now: () => now + setBy,
    monotonic: () => now - start,
    set(ms) {
      setBy += ms;
    },
    schedule(run, delayMs) {
      const id = nextId++;
      timers.set(id, { at: now + Math.max(0, delayMs), run });
      return () => timers.delete(id);
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...timers]
          .filter(([, timer]) => timer.at <= end)
          .sort(([leftId, left], [rightId, right]) => left.at - right.at || leftId - rightId)[0];
        if (due === undefined) break;
        timers.delete(due[0]);
        now = Math.max(now, due[1].at);
        due[1].run();
      }
      now = end;
    },
  };
}
