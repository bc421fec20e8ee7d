import type { Clock } from '@countersign/server/runtime/clock';

/** Which questions calls are waiting for now, and which are to be withdrawn because no call has returned for them. */
export interface Attendance {
  /** A call waits for this question; the returned function says that it no longer does. */
  attend(client: string, id: string): () => void;
  /**
   * At another server a call waits for this question, which is reported again every `repeatMs`: a server that was killed reports no end.
   * `wait`: its name.
   */
  elsewhere(id: string, wait: string): void;
  /** That wait is over. */
  elsewhereOver(wait: string): void;
  /** Whether a client has as many calls waiting as it may have. */
  isFull(client: string): boolean;
  /** Its call was lost. Unless another one waits for it, `abandon` is called when the client has had time to repeat the call. */
  lost(id: string, abandon: () => void): void;
  close(): void;
}

/** Enough for a client or a proxy that connects again after a restart. */
export const graceMs = 30_000;

/** How often a server reports that a call waits at it; another one forgets it after three times as long. */
export const repeatMs = 10_000;

/** The maximum of waiting calls per client; each holds a connection. */
export const maxWaitingCalls = 50;

export function createAttendance(clock: Pick<Clock, 'schedule'>): Attendance {
  const calls = createTally();
  const clients = createTally();
  const ends = new Map<string, () => void>();
  /** Waits at other servers, by name. */
  const others = new Map<string, { id: string; forget: () => void }>();
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
    elsewhere(id, wait) {
      keep(id);
      others.get(wait)?.forget();
      const forget = clock.schedule(() => others.delete(wait), 3 * repeatMs);
      others.set(wait, { id, forget });
    },
    elsewhereOver(wait) {
      others.get(wait)?.forget();
      others.delete(wait);
    },
    isFull: (client) => clients.of(client) >= maxWaitingCalls,
    lost(id, abandon) {
      // A repetition can arrive before the loss of the first connection is noticed.
      if (calls.of(id) > 0 || [...others.values()].some((other) => other.id === id)) return;
      keep(id);
      const end = clock.schedule(() => {
        ends.delete(id);
        abandon();
      }, graceMs);
      ends.set(id, end);
    },
    close() {
      for (const id of [...ends.keys()]) keep(id);
      for (const { forget } of others.values()) forget();
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
