import type { Presence } from '@countersign/api/presence';
import { routePath } from '@countersign/api/route-path';
import { writeIdList } from '@countersign/api/thread-id';
import type { Envelope } from '@countersign/hai/envelope';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { backoffMs } from './backoff.ts';
import { urlOf } from './http.ts';
import type { DraftNews, StoreTrouble } from './moment-shape.ts';
import type { Ports } from './ports.ts';
import { ProblemError, problemOf } from './problem-error.ts';
import type { SessionProof } from './session-proof.ts';
import { readStream } from './stream-reader.ts';

/**
 * How the one stream of this tab stands. Times are epoch ms on this machine's clock; `lastEventAt` is exact to a second.
 * `lostAt`: since when there is no stream, however often it was tried meanwhile; null = there is one, or none was wanted yet.
 * `attempt` counts failures since the stream was last live; `behind` is null while unknown,
 * `refusal` while it is not the server that says why there is no stream.
 */
export interface ConnectionState {
  status: 'idle' | 'connecting' | 'catching-up' | 'live' | 'offline' | 'unauthorized';
  since: number;
  lostAt: number | null;
  lastEventAt: number | null;
  attempt: number;
  retryAt: number | null;
  behind: number | null;
  refusal: string | null;
  /** What the server said of its store; null = it takes writes, as far as is known. Times on the server's clock. */
  storeTrouble: StoreTrouble | null;
  /** Parts of the store of which the server could not read something, as it names them. */
  storeDamaged: readonly string[];
}

export interface ConnectionOptions {
  baseUrl: string;
  /** Names this tab: its next stream ends the one before, which a network that went away may have left open. */
  tab: string;
  ports: Ports;
  proof: SessionProof;
  /** The tasks to follow, asked for at each connect. */
  tasks(): readonly string[];
  /** The server has taken the connection: from now on nothing of these tasks is missed. */
  onAccepted(tasks: readonly string[]): void;
  onEnvelope(envelope: Envelope): void;
  onPresence(presence: Presence): void;
  onDraft(news: DraftNews): void;
  onChanged(what: string): void;
  /** The server does not know our cursor: what is known may have holes. */
  onReset(): void;
  /** `first`: what was fetched before this stream began may have missed something. */
  onReady(serverTime: number, first: boolean): void;
}

export interface Connection {
  store: StoreApi<ConnectionState>;
  start(): void;
  close(): void;
  /** Until it is known what comes of the first try: what is read afterwards misses nothing of a stream that was taken. */
  tried(): Promise<void>;
  /** Tries again at once when the stream is down. */
  retryNow(): void;
  /** The machine has no network: offline at once, and tried again as after any loss. */
  networkLost(): void;
  /** The network is another one: what was open may be dead without anybody having said so. */
  networkChanged(): void;
  /** The set of tasks has changed: reopens with it. */
  tasksChanged(): void;
  /** Another request was told to sign in first. */
  unauthorized(): void;
}

/** The server pings every 15 s: after this much silence the connection is dead, whatever the network says. */
const silenceMs = 40_000;
const acceptMs = 15_000;

/** One multiplexed stream (HAI section 9): connects, resumes by cursor, backs off with jitter, notices silence. */
export function createConnection(options: ConnectionOptions): Connection {
  const { ports } = options;
  const store = createStore<ConnectionState>(() => ({
    status: 'idle',
    since: ports.now(),
    lostAt: null,
    lastEventAt: null,
    attempt: 0,
    retryAt: null,
    behind: null,
    refusal: null,
    storeTrouble: null,
    storeDamaged: [],
  }));
  let current: AbortController | null = null;
  let cursor: string | null = null;
  let cancelRetry: (() => void) | null = null;
  let cancelWatch: (() => void) | null = null;
  let lifeAt = 0;
  let everReady = false;
  let firstTry = Promise.resolve();
  let endTry = () => {};

  const timesOf = (status: ConnectionState['status'] | undefined) => {
    const now = ports.now();
    const { lostAt } = store.getState();
    // A try, and a stream that is not up to date yet, are no end of the loss.
    const isTrying = status === 'connecting' || status === 'catching-up';
    return {
      since: now,
      lostAt: isTrying ? lostAt : status === 'offline' ? (lostAt ?? now) : null,
    };
  };

  const set = (patch: Partial<ConnectionState>) => {
    const { status } = store.getState();
    const moved = patch.status !== undefined && patch.status !== status;
    store.setState(moved ? { ...patch, ...timesOf(patch.status) } : patch);
  };

  const drop = () => {
    cancelRetry?.();
    cancelWatch?.();
    cancelRetry = null;
    cancelWatch = null;
    const dropped = current;
    current = null;
    dropped?.abort();
  };

  const fail = (refusal: string | null = null) => {
    drop();
    endTry();
    const attempt = store.getState().attempt + 1;
    const delayMs = backoffMs(attempt, ports.random);
    set({ status: 'offline', attempt, retryAt: ports.now() + delayMs, refusal });
    cancelRetry = ports.schedule(() => void connect(), delayMs);
  };

  const watch = (limitMs: number) => {
    cancelWatch?.();
    const restMs = lifeAt + limitMs - ports.now();
    if (restMs <= 0 || restMs > limitMs) {
      fail();
      return;
    }
    cancelWatch = ports.schedule(() => watch(limitMs), restMs);
  };

  const live = () => {
    const now = ports.now();
    lifeAt = now;
    const { lastEventAt } = store.getState();
    if (lastEventAt === null || now - lastEventAt >= 1_000) set({ lastEventAt: now });
  };

  const open = async (controller: AbortController): Promise<void> => {
    const tasks = options.tasks();
    const url = urlOf(options.baseUrl, routePath('GET /api/stream', {}), {
      tasks: writeIdList(tasks),
      facts: 'all',
    });
    const response = await ports.fetch(url, {
      signal: controller.signal,
      cache: 'no-store',
      credentials: 'same-origin',
      headers: {
        accept: 'text/event-stream',
        ...options.proof.headers(),
        'countersign-tab': options.tab,
        ...(cursor === null ? {} : { 'last-event-id': cursor }),
      },
    });
    if (current !== controller) return;
    if (response.status === 401) {
      unauthorized();
      return;
    }
    if (!response.ok || response.body === null) {
      throw new ProblemError(await problemOf(response), response.status);
    }
    live();
    watch(silenceMs);
    if (store.getState().status !== 'live') set({ status: 'catching-up', retryAt: null });
    options.onAccepted(tasks);
    endTry();
    await readStream(
      response.body,
      {
        onLife: live,
        onCursor: (next) => {
          cursor = next;
        },
        onEnvelope: options.onEnvelope,
        onPresence: options.onPresence,
        onDraft: options.onDraft,
        onChanged: options.onChanged,
        onReset: options.onReset,
        onStore: (storeTrouble, storeDamaged) => set({ storeTrouble, storeDamaged }),
        onReady: (serverTime) => {
          // If there is trouble with the store, the server tells it next.
          set({
            status: 'live',
            attempt: 0,
            retryAt: null,
            refusal: null,
            storeTrouble: null,
            storeDamaged: [],
          });
          const first = !everReady;
          everReady = true;
          options.onReady(serverTime, first);
        },
      },
      controller.signal,
    );
  };

  const connect = async (): Promise<void> => {
    drop();
    const controller = new AbortController();
    current = controller;
    lifeAt = ports.now();
    watch(acceptMs);
    // Reopening for another set of tasks is no event for the operator.
    if (store.getState().status !== 'live') set({ status: 'connecting', retryAt: null });
    let refusal: string | null = null;
    try {
      await open(controller);
    } catch (error) {
      // Whatever broke it, the answer is the same: what a refused tab can do about it, the server says.
      if (error instanceof ProblemError) refusal = error.problem.detail ?? null;
    }
    if (current === controller) fail(refusal);
  };

  const unauthorized = () => {
    drop();
    endTry();
    set({ status: 'unauthorized', retryAt: null });
  };

  let changed = false;
  return {
    store,
    start() {
      if (current !== null || cancelRetry !== null) return;
      if (!everReady) {
        firstTry = new Promise((resolve) => {
          endTry = resolve;
        });
      }
      void connect();
    },
    tried: () => firstTry,
    close() {
      drop();
      endTry();
      cursor = null;
      everReady = false;
      set({ status: 'idle', attempt: 0, retryAt: null, refusal: null });
    },
    retryNow() {
      const { status } = store.getState();
      if (status === 'offline' || status === 'unauthorized') void connect();
    },
    networkLost() {
      if (current !== null) fail();
    },
    networkChanged() {
      if (store.getState().status !== 'idle') void connect();
    },
    tasksChanged() {
      if (changed) return;
      changed = true;
      queueMicrotask(() => {
        changed = false;
        if (current !== null) void connect();
      });
    },
    unauthorized,
  };
}
