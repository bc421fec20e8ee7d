import { type Clock, wait } from '@countersign/server/runtime/clock';

/** A list that requests wait for. */
export interface WatchedList {
  /** The same for the same list. */
  key: string;
  /** Its index now. It is read for every change of any list: computed once per change of this one. */
  index: () => number;
}

/** Requests that wait for the next change of a list. */
export interface ChangeWaiters {
  /** Waits until the index of a list is another one, at most for a time. `too-many`: it did not wait, as too many do. */
  untilIndexIsNot(
    index: number,
    list: WatchedList,
    limit: { waitMs: number; signal: AbortSignal; operator: string },
  ): Promise<'waited' | 'too-many'>;
  /** A list may have changed: wakes those that wait for one that has. */
  changed(): void;
  /** Nobody waits any longer, now or later. */
  close(): void;
}

/** So many wait at a time; the next are refused. */
const maxWaiting = { all: 1_000, ofOperator: 200 };

interface Waiter {
  index: number;
  operator: string;
  wake: AbortController;
}

export function createChangeWaiters(clock: Clock): ChangeWaiters {
  const watched = new Map<string, { list: WatchedList; waiters: Set<Waiter> }>();
  const perOperator = new Map<string, number>();
  let waiting = 0;
  let isClosed = false;

  const enter = (list: WatchedList, waiter: Waiter) => {
    const known = watched.get(list.key) ?? { list, waiters: new Set() };
    watched.set(list.key, known);
    known.waiters.add(waiter);
    perOperator.set(waiter.operator, (perOperator.get(waiter.operator) ?? 0) + 1);
    waiting += 1;
    return () => {
      known.waiters.delete(waiter);
      if (known.waiters.size === 0) watched.delete(list.key);
      const left = (perOperator.get(waiter.operator) ?? 1) - 1;
      if (left === 0) perOperator.delete(waiter.operator);
      else perOperator.set(waiter.operator, left);
      waiting -= 1;
    };
  };
  return {
    async untilIndexIsNot(index, list, { waitMs, signal, operator }) {
      const endsAt = clock.monotonic() + waitMs;
      while (list.index() === index && !signal.aborted) {
        const leftMs = endsAt - clock.monotonic();
        if (leftMs <= 0 || isClosed) break;
        const ofOperator = perOperator.get(operator) ?? 0;
        if (waiting >= maxWaiting.all || ofOperator >= maxWaiting.ofOperator) return 'too-many';
        const wake = new AbortController();
        const leave = enter(list, { index, operator, wake });
        await wait(clock, leftMs, AbortSignal.any([wake.signal, signal]));
        leave();
      }
      return 'waited';
    },
    changed() {
      for (const { list, waiters } of watched.values()) {
        const index = list.index();
        for (const waiter of waiters) if (waiter.index !== index) waiter.wake.abort();
      }
    },
    close() {
      isClosed = true;
      for (const { waiters } of watched.values()) {
        for (const { wake } of waiters) wake.abort();
      }
    },
  };
}
