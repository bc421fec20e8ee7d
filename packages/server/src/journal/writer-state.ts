import { say } from '@countersign/api/statements';
import type { StorePart, StoreState } from '@countersign/api/store-state';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { notifyAll } from '../runtime/notify-all.ts';
import {
  reasonOf,
  StoreDamagedError,
  type StoreFault,
  StoreUnavailableError,
} from '../store/faults/store-fault.ts';

/** Whether the store is writable, and what of it could not be read, as reported by the writer's thread. */
export function createWriterState(clock: Clock, report: Report | undefined) {
  const listeners = new Set<(state: StoreState) => void>();
  let state: StoreState = { notWritableSince: null, reason: null };

  return {
    now: () => state,
    /** The reason why the store is not writable; null = it is writable again. */
    noteTrouble(trouble: StoreFault | null): void {
      const reason = trouble === null ? null : reasonOf(trouble);
      if (reason === state.reason) return;
      const since = state.notWritableSince ?? clock.now();
      state = { ...state, notWritableSince: reason === null ? null : since, reason };
      notifyAll(listeners, state, report);
    },
    noteLost(part: StorePart): void {
      const damaged = state.damaged ?? [];
      if (damaged.includes(part)) return;
      state = { ...state, damaged: [...damaged, part] };
      report?.(
        `A page of the database is damaged, and something of this part of the store is missed: ${part}.`,
        new StoreDamagedError('The server continues without it. Put a backup in its place.'),
      );
      notifyAll(listeners, state, report);
    },
    /** The error for writes meanwhile. */
    unavailable(): StoreUnavailableError {
      const since = state.notWritableSince;
      if (since === null) return new StoreUnavailableError(say('store.journal-closed'));
      const time = new Date(since).toISOString();
      return new StoreUnavailableError(say('store.not-writable-since', { time }));
    },
    /** Returns its undo. */
    onChange(listener: (state: StoreState) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
