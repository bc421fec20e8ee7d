import type { Envelope } from '@countersign/hai/envelope';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import type { Thread } from '@countersign/thread/thread';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Ports } from './ports.ts';
import { createBatcher } from './stream/batcher.ts';
import { isUrgent } from './stream/envelope-shape.ts';
import type { ThreadView } from './thread-view.ts';

/** A thread as displayed: the next envelopes of its sequence are folded in batches. */
export interface FoldedThread {
  store: StoreApi<ThreadView>;
  add(envelopes: readonly Envelope[]): void;
  /** Starts again from a snapshot and the envelopes that follow it. */
  startAt(snapshot: Thread, follows: readonly Envelope[]): void;
  close(): void;
}

export function createFoldedThread(taskId: string, ports: Ports): FoldedThread {
  const store = createStore<ThreadView>(() => ({
    status: 'loading',
    thread: emptyThread(taskId),
    error: null,
    gap: null,
  }));
  let pending: Envelope[] = [];
  const batcher = createBatcher(ports, () => {
    const batch = pending;
    pending = [];
    const { thread } = store.getState();
    const folded = foldThread(thread, batch);
    if (folded !== thread) store.setState({ thread: folded });
  });
  return {
    store,
    add(envelopes) {
      if (envelopes.length === 0) return;
      let urgent = false;
      for (const envelope of envelopes) {
        pending.push(envelope);
        urgent ||= isUrgent(envelope);
      }
      batcher.push(urgent);
    },
    startAt(snapshot, follows) {
      pending = [];
      store.setState({ thread: foldThread(snapshot, follows), error: null });
    },
    close: batcher.close,
  };
}
