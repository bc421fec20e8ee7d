import type { Envelope } from '@countersign/hai/envelope';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Api } from './api.ts';
import { backoffMs } from './backoff.ts';
import { createBatcher } from './batcher.ts';
import { isUrgent } from './envelope-shape.ts';
import type { Ports } from './ports.ts';
import { isPassing, ProblemError } from './problem-error.ts';
import { createSequenceGate } from './sequence-gate.ts';
import type { ThreadView } from './thread-view.ts';

/** One live thread: a snapshot, then every envelope once and in order, published in batches. */
export interface ThreadStore {
  store: StoreApi<ThreadView>;
  receive(envelope: Envelope): void;
  /** From now on the stream misses nothing of this thread: what lies between it and the snapshot is fetched. */
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
/** A longer way than this is shorter by a snapshot. */
const maxFillEvents = 5_000;

export function createThreadStore(options: ThreadStoreOptions): ThreadStore {
  const { taskId, api, ports } = options;
  const store = createStore<ThreadView>(() => ({
    status: 'loading',
    thread: emptyThread(taskId),
    error: null,
    gap: null,
  }));
  const gate = createSequenceGate();
  let pending: Envelope[] = [];
  /** What is being fetched; its abort ends it. */
  let work: AbortController | null = null;
  /** The stream began to cover this thread after the last fetch was asked for. */
  let checkWanted = false;
  let cancelRetry: (() => void) | null = null;
  /** Fetches in a row that did not help. */
  let attempt = 0;

  const publish = () => {
    const batch = pending;
    pending = [];
    const { thread } = store.getState();
    const folded = foldThread(thread, batch);
    if (folded !== thread) store.setState({ thread: folded });
  };
  const batcher = createBatcher(ports, publish);

  const accept = (envelopes: readonly Envelope[]) => {
    if (envelopes.length === 0) return;
    let urgent = false;
    for (const envelope of envelopes) {
      pending.push(envelope);
      urgent ||= isUrgent(envelope);
    }
    batcher.push(urgent);
  };

  const stopWork = () => {
    cancelRetry?.();
    cancelRetry = null;
    work?.abort();
    work = null;
  };

  const retryLater = (again: () => void) => {
    attempt += 1;
    cancelRetry = ports.schedule(again, backoffMs(attempt, ports.random));
  };

  /** Runs one fetch at a time; a passing failure is tried again, a refusal is shown. */
  const run = (fetchOnce: (signal: AbortSignal) => Promise<'done' | 'stuck'>) => {
    stopWork();
    const controller = new AbortController();
    work = controller;
    fetchOnce(controller.signal).then(
      (outcome) => {
        if (work !== controller) return;
        work = null;
        // The journal itself has nothing for the hole: only a snapshot can go on from here.
        if (outcome === 'stuck') retryLater(load);
        else settle();
      },
      (error: unknown) => {
        if (work !== controller) return;
        work = null;
        if (error instanceof ProblemError && !isPassing(error)) {
          store.setState({ status: 'error', error: error.problem });
        } else retryLater(() => run(fetchOnce));
      },
    );
  };

  /** After each fetch: is there still a hole, or a stretch nobody has looked at? */
  const settle = () => {
    if (checkWanted || gate.gap !== null) {
      fill();
      return;
    }
    attempt = 0;
    const { status, gap } = store.getState();
    if (gap !== null || status !== 'ready') store.setState({ status: 'ready', gap: null });
  };

  const load = () => {
    gate.hold();
    run(async (signal) => {
      checkWanted = false;
      const snapshot = await api.getSnapshot(taskId, {}, signal);
      if (signal.aborted) return 'done';
      options.onServerTime(snapshot.serverTime);
      pending = [];
      const { thread } = snapshot;
      store.setState({ thread: foldThread(thread, gate.startAt(thread.sequence)), error: null });
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
    run(async (signal) => {
      checkWanted = false;
      const before = gate.last;
      for (;;) {
        const after = gate.last;
        const page = await api.listEvents(taskId, { after, limit: pageSize }, signal);
        if (signal.aborted) return 'done';
        for (const envelope of page.items) accept(gate.take(envelope));
        if (page.nextCursor === null || gate.last === after) break;
      }
      return gate.gap !== null && gate.last === before ? 'stuck' : 'done';
    });
  };

  const isIdle = () => work === null && cancelRetry === null && store.getState().status !== 'error';

  const reload = () => {
    attempt = 0;
    store.setState({ status: 'loading', error: null, gap: null });
    load();
  };

  load();
  return {
    store,
    receive(envelope) {
      accept(gate.take(envelope));
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
      stopWork();
      batcher.close();
    },
  };
}
