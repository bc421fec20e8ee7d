import { listIndex } from '@countersign/uap/model/list-index';
import { type Clock, wait } from '../runtime/clock.ts';

/** Requests that wait for the next change of a list. */
export interface ChangeWaiters {
  /** Waits until the index of a list is another one, at most for a time. If too many wait already, it resolves at once. */
  untilIndexIsNot(
    index: number,
    list: () => readonly { id: string; index: number }[],
    limit: { waitMs: number; signal: AbortSignal },
  ): Promise<void>;
  /** A list may have changed. */
  changed(): void;
  /** Nobody waits any longer, now or later. */
  close(): void;
}

/** So many wait at a time; the next is answered at once. */
const maxWaiting = 1_000;

export function createChangeWaiters(clock: Clock): ChangeWaiters {
  const waiting = new Set<AbortController>();
  let isClosed = false;
  const wakeAll = () => {
    for (const waiter of waiting) waiter.abort();
    waiting.clear();
  };
  return {
    async untilIndexIsNot(index, list, { waitMs, signal }) {
      const endsAt = clock.monotonic() + waitMs;
      while (listIndex(list()) === index && !signal.aborted) {
        const leftMs = endsAt - clock.monotonic();
        if (leftMs <= 0 || isClosed || waiting.size >= maxWaiting) return;
        const waiter = new AbortController();
        waiting.add(waiter);
        await wait(clock, leftMs, AbortSignal.any([waiter.signal, signal]));
        waiting.delete(waiter);
      }
    },
    changed: wakeAll,
    close() {
      isClosed = true;
      wakeAll();
    },
  };
}
