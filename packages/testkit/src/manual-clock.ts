/** A clock that moves only on a test's command. Fits the clock ports of the client and the BFF. */
export interface ManualClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs once after a delay; returns its undo. */
  schedule(run: () => void, delayMs: number): () => void;
  /** Advances time and runs due timers in order, each at its time. */
  advance(ms: number): void;
  /** Number of pending timers. */
  pending(): number;
}

export function createManualClock(start = Date.UTC(2026, 10, 21)): ManualClock {
  let now = start;
  let made = 0;
  const timers = new Map<number, { at: number; run: () => void }>();

  const nextDue = (end: number) => {
    let first: { id: number; at: number; run: () => void } | null = null;
    for (const [id, timer] of timers) {
      if (timer.at <= end && (first === null || timer.at < first.at)) first = { id, ...timer };
    }
    return first;
  };

  return {
    now: () => now,
    schedule(run, delayMs) {
      const id = made++;
      timers.set(id, { at: now + Math.max(0, delayMs), run });
      return () => void timers.delete(id);
    },
    advance(ms) {
      const end = now + ms;
      for (let due = nextDue(end); due !== null; due = nextDue(end)) {
        timers.delete(due.id);
        now = due.at;
        due.run();
      }
      now = end;
    },
    pending: () => timers.size,
  };
}
