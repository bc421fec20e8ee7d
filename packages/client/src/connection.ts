import type { Presence } from '@countersign/api/presence';
import { routePath } from '@countersign/api/route-path';
import { writeIdList } from '@countersign/api/thread-id';
import type { Envelope } from '@countersign/hai/envelope';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { backoffMs } from './backoff.ts';
import {
  afterEvent,
  type ConnectionEvent,
  type ConnectionState,
  idleSince,
} from './connection-state.ts';
import { createFirstTry } from './first-try.ts';
import { urlOf } from './http.ts';
import type { DraftNews } from './moment-shape.ts';
import type { Ports } from './ports.ts';
import { ProblemError, problemOf } from './problem-error.ts';
import type { SessionProof } from './session-proof.ts';
import { createStreamAttempt } from './stream-attempt.ts';
import { readStream, type StreamEvents } from './stream-reader.ts';

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
  const store = createStore(() => idleSince(ports.now()));
  const firstTry = createFirstTry();
  let cursor: string | null = null;
  let everReady = false;

  const tell = (event: ConnectionEvent) =>
    store.setState(afterEvent(store.getState(), event, ports.now()), true);

  const fail = (refusal: string | null = null) => {
    attempt.drop();
    firstTry.end();
    const retryAfterMs = backoffMs(store.getState().attempt + 1, ports.random);
    tell({ type: 'failed', retryAfterMs, refusal });
    attempt.later(() => void connect(), retryAfterMs);
  };
  const attempt = createStreamAttempt(ports, fail);

  const unauthorized = () => {
    attempt.drop();
    firstTry.end();
    tell({ type: 'unauthorized' });
  };

  const heard = () => {
    attempt.heard();
    tell({ type: 'heard' });
  };

  const events: StreamEvents = {
    ...options,
    onLife: heard,
    onCursor(next) {
      cursor = next;
    },
    onStore: (trouble, damaged) => tell({ type: 'store', trouble, damaged }),
    onReady(serverTime) {
      tell({ type: 'ready' });
      const first = !everReady;
      everReady = true;
      options.onReady(serverTime, first);
    },
  };

  const open = async (signal: AbortSignal): Promise<void> => {
    const tasks = options.tasks();
    const body = await requestStream(options, { tasks, cursor, signal });
    // Dropped meanwhile: another one is on its way, or none is wanted.
    if (signal.aborted) return;
    heard();
    attempt.allow(silenceMs);
    tell({ type: 'accepted' });
    options.onAccepted(tasks);
    firstTry.end();
    await readStream(body, events, signal);
  };

  const connect = async (): Promise<void> => {
    const signal = attempt.begin(acceptMs);
    tell({ type: 'connect' });
    const broken = await open(signal).catch((error: unknown) => error);
    if (signal.aborted) return;
    const problem = broken instanceof ProblemError ? broken : null;
    if (problem?.status === 401) unauthorized();
    // Whatever else broke it, the answer is the same: what a refused tab can do about it, the server says.
    else fail(problem?.problem.detail ?? null);
  };

  return {
    store,
    start() {
      if (attempt.isWanted()) return;
      if (!everReady) firstTry.begin();
      void connect();
    },
    tried: firstTry.tried,
    close() {
      attempt.drop();
      firstTry.end();
      cursor = null;
      everReady = false;
      tell({ type: 'closed' });
    },
    retryNow() {
      const { status } = store.getState();
      if (status === 'offline' || status === 'unauthorized') void connect();
    },
    networkLost() {
      if (attempt.isUnderWay()) fail();
    },
    networkChanged() {
      if (store.getState().status !== 'idle') void connect();
    },
    tasksChanged: atMicrotask(() => {
      if (attempt.isUnderWay()) void connect();
    }),
    unauthorized,
  };
}

/** However often it is called in one go, it is done once, behind it. */
function atMicrotask(run: () => void): () => void {
  let isWanted = false;
  return () => {
    if (isWanted) return;
    isWanted = true;
    queueMicrotask(() => {
      isWanted = false;
      run();
    });
  };
}

/** Asks for the stream of these tasks, from a cursor on. Throws `ProblemError` when the server has none for them. */
async function requestStream(
  { baseUrl, tab, ports, proof }: ConnectionOptions,
  {
    tasks,
    cursor,
    signal,
  }: { tasks: readonly string[]; cursor: string | null; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const query = { tasks: writeIdList(tasks), facts: 'all' };
  const response = await ports.fetch(urlOf(baseUrl, routePath('GET /api/stream', {}), query), {
    signal,
    cache: 'no-store',
    credentials: 'same-origin',
    headers: {
      accept: 'text/event-stream',
      ...proof.headers(),
      'countersign-tab': tab,
      ...(cursor === null ? {} : { 'last-event-id': cursor }),
    },
  });
  if (response.ok && response.body !== null) return response.body;
  throw new ProblemError(await problemOf(response), response.status);
}
