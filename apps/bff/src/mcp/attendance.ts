import type { Clock } from '../runtime/clock.ts';

/** Which questions calls are waiting for now, and which are to be withdrawn because no call has returned for them. */
export interface Attendance {
  /** A call waits for this question; the returned function says that it no longer does. */
  attend(id: string): () => void;
  /** Its call was lost. Unless another one waits for it, `abandon` is called when the client has had time to repeat the call. */
  lost(id: string, abandon: () => void): void;
  close(): void;
}

/** Enough for a client or a proxy that connects again after a restart. */
export const graceMs = 30_000;

export function createAttendance(clock: Pick<Clock, 'schedule'>): Attendance {
  const calls = new Map<string, number>();
  const ends = new Map<string, () => void>();
  const keep = (id: string) => {
    ends.get(id)?.();
    ends.delete(id);
  };
  return {
    attend(id) {
      keep(id);
      calls.set(id, (calls.get(id) ?? 0) + 1);
      return () => {
        const left = (calls.get(id) ?? 0) - 1;
        if (left > 0) calls.set(id, left);
        else calls.delete(id);
      };
    },
    lost(id, abandon) {
      // A repetition can arrive before the loss of the first connection is noticed.
      if (calls.has(id)) return;
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
