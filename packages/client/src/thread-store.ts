import type { Envelope } from '@countersign/hai/envelope';
import type { StoreApi } from 'zustand/vanilla';
import type { Api } from './api.ts';
import { createFoldedThread } from './folded-thread.ts';
import type { Ports } from './ports.ts';
import { createSingleFetch } from './single-fetch.ts';
import { createSequenceGate } from './stream/sequence-gate.ts';
import type { ThreadView } from './thread-view.ts';

/** One live thread: a snapshot, then every envelope once and in order, published in batches. */
export interface ThreadStore {
  store: StoreApi<ThreadView>;
  receive(envelope: Envelope): void;
  /** From now on the stream misses nothing of this thread: what is between it and the snapshot is fetched. */
  covered(): void;
  /** Loads the snapshot again. */
  reload(): void;
  close(): void;
}

export interface ThreadStoreOptions {
  taskId: string;
  api: Pick<Api, 'getSnapshot' | 'listEvents'>;
  ports: Ports;
  onServerTime(serverTime: number): void;
}

const pageSize = 1_000;
/** For a longer gap a snapshot is faster. */
const maxFillEvents = 5_000;

export function createThreadStore(options: ThreadStoreOptions): ThreadStore {
  const { taskId, api, ports } = options;
  const folded = createFoldedThread(taskId, ports);
  const { store } = folded;
  const gate = createSequenceGate();
  /** The stream started to cover this thread after the last fetch was requested. */
  let checkWanted = false;

  /** After each fetch: is there still a gap, or a range that was not checked? */
  const settle = () => {
    if (checkWanted || gate.gap !== null) {
      fill();
      return;
    }
    fetching.settled();
    const { status, gap } = store.getState();
    if (gap !== null || status !== 'ready') store.setState({ status: 'ready', gap: null });
  };

  const load = () => {
    gate.hold();
    fetching.run(async (signal) => {
      checkWanted = false;
      const snapshot = await api.getSnapshot(taskId, {}, signal);
      if (signal.aborted) return 'done';
      options.onServerTime(snapshot.serverTime);
      const { thread } = snapshot;
      folded.startAt(thread, gate.startAt(thread.sequence));
      return 'done';
    });
  };

  const fill = () => {
    const { gap } = gate;
    if (gap !== null && gap.to - gap.from > maxFillEvents) {
      load();
      return;
    }
    if (gap !== null) store.setState({ status: 'gap', gap });
    fetching.run(async (signal) => {
      checkWanted = false;
      const before = gate.last;
      for (;;) {
        const after = gate.last;
        const page = await api.listEvents(taskId, { after, limit: pageSize }, signal);
        if (signal.aborted) return 'done';
        for (const envelope of page.items) folded.add(gate.take(envelope));
        if (page.nextCursor === null || gate.last === after) break;
      }
      return gate.gap !== null && gate.last === before ? 'stuck' : 'done';
    });
  };

  const fetching = createSingleFetch(ports, {
    done: settle,
    // The journal has nothing for the gap: only a snapshot can continue from here.
    stuck: load,
    refused: ({ problem }) => store.setState({ status: 'error', error: problem }),
  });
  const isIdle = () => fetching.isIdle() && store.getState().status !== 'error';

  const reload = () => {
    fetching.settled();
    store.setState({ status: 'loading', error: null, gap: null });
    load();
  };

  load();
  return {
    store,
    receive(envelope) {
      folded.add(gate.take(envelope));
      if (gate.gap !== null && isIdle()) fill();
    },
    covered() {
      if (store.getState().status === 'error') {
        reload();
        return;
      }
      checkWanted = true;
      if (isIdle()) fill();
    },
    reload,
    close() {
      fetching.stop();
      folded.close();
    },
  };
}
