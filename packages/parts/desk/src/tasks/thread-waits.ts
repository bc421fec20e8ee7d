import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';

/** Follows some logs: those of tasks, and of askers without one. */
export interface Watch {
  /** Resolves when one of them has changed since the last call, the time is up, or the signal is aborted. */
  changed(limit: { ms: number; signal: AbortSignal }): Promise<void>;
  /** Whether the server ends: changes are no longer announced. */
  isClosed(): boolean;
  end(): void;
}

export interface ThreadWaits {
  /** Begin it before what it is about is read, so that no change is missed. */
  watch(logs: readonly string[]): Watch;
  /** Ends all waits, and those that come. */
  close(): void;
}

export function createThreadWaits(journal: Journal, clock: Clock): ThreadWaits {
  const watches = new Map<string, Set<() => void>>();
  const all = new Set<() => void>();
  let closed = false;
  const stop = journal.onCommit((rows) => {
    for (const log of new Set(rows.map((row) => row.thread))) {
      for (const wake of [...(watches.get(log) ?? [])]) wake();
    }
  });

  return {
    watch(logs) {
      let isDirty = false;
      let resume = () => {};
      const wake = () => {
        isDirty = true;
        resume();
      };
      all.add(wake);
      for (const log of logs) watches.set(log, (watches.get(log) ?? new Set()).add(wake));
      return {
        async changed({ ms, signal }) {
          if (!isDirty && !closed && !signal.aborted) {
            await new Promise<void>((resolve) => {
              signal.addEventListener('abort', wake, { once: true });
              const cancel = clock.schedule(resolve, ms);
              resume = () => {
                cancel();
                resolve();
              };
            });
            signal.removeEventListener('abort', wake);
          }
          isDirty = false;
          resume = () => {};
        },
        isClosed: () => closed,
        end() {
          all.delete(wake);
          for (const log of logs) {
            const wakes = watches.get(log);
            wakes?.delete(wake);
            if (wakes?.size === 0) watches.delete(log);
          }
        },
      };
    },
    close() {
      closed = true;
      stop();
      for (const wake of [...all]) wake();
    },
  };
}
