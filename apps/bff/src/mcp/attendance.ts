import type { Clock } from '../runtime/clock.ts';

/** Which questions calls are waiting for now, and which are to be withdrawn because no call has returned for them. */
export interface Attendance {
  /** A call waits for this question; the returned function says that it no longer does. */
  attend(client: string, id: string): () => void;
  /** At another server a call begins (1) or ceases (-1) to wait for this question. */
  elsewhere(id: string, change: 1 | -1): void;
  /** Whether a client has as many calls waiting as it may have. */
  isFull(client: string): boolean;
  /** Its call was lost. Unless another one waits for it, `abandon` is called when the client has had time to repeat the call. */
  lost(id: string, abandon: () => void): void;
  close(): void;
}

/** Enough for a client or a proxy that connects again after a restart. */
export const graceMs = 30_000;

/** The maximum of waiting calls per client; each holds a connection. */
export const maxWaitingCalls = 50;

export function createAttendance(clock: Pick<Clock, 'schedule'>): Attendance {
  const calls = createTally();
  const clients = createTally();
  const ends = new Map<string, () => void>();
  const keep = (id: string) => {
    ends.get(id)?.();
    ends.delete(id);
  };
  return {
    attend(client, id) {
      keep(id);
      calls.add(id, 1);
      clients.add(client, 1);
      return () => {
        calls.add(id, -1);
        clients.add(client, -1);
      };
    },
    elsewhere(id, change) {
      if (change === 1) keep(id);
      calls.add(id, change);
    },
    isFull: (client) => clients.of(client) >= maxWaitingCalls,
    lost(id, abandon) {
      // A repetition can arrive before the loss of the first connection is noticed.
      if (calls.of(id) > 0) return;
      keep(id);
      const end = clock.schedule(() => {
        ends.delete(id);
        abandon();
      }, graceMs);
      ends.set(id, end);
    },
    close() {
      for (const id of [...ends.keys()]) keep(id);
    },
  };
}

/** Counts by name; a name that is at zero is forgotten. */
function createTally() {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    of,
    add(name: string, change: 1 | -1) {
      const count = of(name) + change;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
}
