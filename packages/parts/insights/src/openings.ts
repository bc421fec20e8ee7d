import type { Clock } from '@countersign/server/runtime/clock';
import type { Opening } from './opening-operation.ts';

/** What a tab of an operator reports of a question. */
export interface TabReport {
  promptId: string;
  tab: string;
  operatorId: string;
  mode: 'viewing' | 'editing' | 'gone';
}

/** Follows which question each tab has on screen, and gives each opening when it has ended. */
export interface Openings {
  notify(report: TabReport): void;
  leave(operatorId: string): void;
  close(): void;
}

/** A tab that has not reported for so long had it on screen until its last report. */
const silenceMs = 45_000;

interface Seat extends Omit<Opening, 'closedAt'> {
  lastAt: number;
  spokeAt: number;
}

export function createOpenings(clock: Clock, keep: (opening: Opening) => void): Openings {
  const seats = new Map<string, Seat>();
  let cancel = () => {};

  const end = (key: string, closedAt: number) => {
    const seat = seats.get(key);
    if (seat === undefined) return;
    seats.delete(key);
    const { promptId, operatorId, openedAt } = seat;
    // The clock may have been set back.
    keep({ promptId, operatorId, openedAt, closedAt: Math.max(openedAt, closedAt) });
  };
  const sweep = () => {
    cancel();
    const now = clock.monotonic();
    for (const [key, seat] of seats) if (seat.spokeAt + silenceMs <= now) end(key, seat.lastAt);
    const next = Math.min(...[...seats.values()].map(({ spokeAt }) => spokeAt));
    if (seats.size > 0) cancel = clock.schedule(sweep, Math.max(0, next + silenceMs - now));
  };
  return {
    notify({ promptId, tab, operatorId, mode }) {
      const key = JSON.stringify([operatorId, tab, promptId]);
      if (mode === 'gone') return end(key, clock.now());
      const openedAt = seats.get(key)?.openedAt ?? clock.now();
      seats.set(key, {
        ...{ promptId, operatorId, openedAt },
        ...{ lastAt: clock.now(), spokeAt: clock.monotonic() },
      });
      sweep();
    },
    leave(operatorId) {
      for (const [key, seat] of seats) if (seat.operatorId === operatorId) end(key, clock.now());
    },
    close() {
      cancel();
      for (const [key, seat] of seats) end(key, seat.lastAt);
    },
  };
}
