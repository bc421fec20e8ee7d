import type { Presence } from '@countersign/api/prompts/presence';
import { routePath } from '@countersign/api/routes/route-path';
import { writeIdList } from '@countersign/api/shapes/thread-id';
import type { Envelope } from '@countersign/hai/envelope';
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  afterEvent,
  type ConnectionEvent,
  type ConnectionState,
  idleSince,
} from './connection-state.ts';
import { urlOf } from './http.ts';
import type { Ports } from './ports.ts';
import { ProblemError, problemOf } from './problem-error.ts';
import type { SessionProof } from './session-proof.ts';
import { backoffMs } from './stream/backoff.ts';
import type { DraftUpdate } from './stream/moment-shape.ts';
import { createStreamAttempt } from './stream/stream-attempt.ts';
import { readStream, type StreamEvents } from './stream/stream-reader.ts';

/** A promise that resolves when a first attempt succeeds or fails. */
interface FirstTry {
  begin(): void;
  end(): void;
  /** Resolves at the end of the attempt; at once if there is none. */
  tried(): Promise<void>;
}

function createFirstTry(): FirstTry {
  let tried = Promise.resolve();
  let end = () => {};
  return {
    begin() {
      tried = new Promise((resolve) => {
        end = resolve;
      });
    },
    end: () => end(),
    tried: () => tried,
  };
}

export interface ConnectionOptions {
  baseUrl: string;
  /** Identifies this tab: its next stream ends the previous one, which a lost network may have left open. */
  tab: string;
  ports: Ports;
  proof: SessionProof;
  /** The tasks to follow, read at each connect. */
  tasks(): readonly string[];
  /** The server accepted the connection: from now on no event of these tasks is missed. */
  onAccepted(tasks: readonly string[]): void;
  onEnvelope(envelope: Envelope): void;
  onPresence(presence: Presence): void;
  onDraft(news: DraftUpdate): void;
  onChanged(what: string): void;
  /** The server does not know our cursor: the local data may have gaps. */
  onReset(): void;
  /** `first`: what was fetched before this stream was open may be outdated. */
  onReady(serverTime: number, first: boolean): void;
}

export interface Connection {
  store: StoreApi<ConnectionState>;
  start(): void;
  close(): void;
  /** Resolves when the first attempt has succeeded or failed: what is read after an accepted stream misses nothing. */
  tried(): Promise<void>;
  /** Retries at once if the stream is down. */
  retryNow(): void;
  /** The machine has no network: offline at once, and retried as after any loss. */
  networkLost(): void;
  /** The network changed: open connections may have been lost silently. */
  networkChanged(): void;
  /** The set of tasks has changed: reopens with it. */
  tasksChanged(): void;
  /** Another request was refused without a session. */
  unauthorized(): void;
}

/** The server pings every 15 s: after this much silence the connection is dead, even if it seems open. */
const silenceMs = 40_000;
const acceptMs = 15_000;

/** One multiplexed stream (docs/protocol/server-stream.md): connects, resumes by cursor, backs off with jitter, detects silence. */
export function createConnection(options: ConnectionOptions): Connection {
  const { ports } = options;
  const store = createStore(() => idleSince(ports.now()));
  const firstTry = createFirstTry();
  let cursor: string | null = null;
  let everReady = false;

  const notify = (event: ConnectionEvent) =>
    store.setState(afterEvent(store.getState(), event, ports.now()), true);

  const fail = (refusal: string | null = null) => {
    attempt.drop();
    firstTry.end();
    const retryAfterMs = backoffMs(store.getState().attempt + 1, ports.random);
    notify({ type: 'failed', retryAfterMs, refusal });
    attempt.later(() => void connect(), retryAfterMs);
  };
  const attempt = createStreamAttempt(ports, fail);

  const unauthorized = () => {
    attempt.drop();
    firstTry.end();
    notify({ type: 'unauthorized' });
  };

  const received = () => {
    attempt.received();
    notify({ type: 'received' });
  };

  const events: StreamEvents = {
    ...options,
    onLife: received,
    onCursor(next) {
      cursor = next;
    },
    onStore: (trouble, damaged) => notify({ type: 'store', trouble, damaged }),
    onReady(serverTime) {
      notify({ type: 'ready' });
      const first = !everReady;
      everReady = true;
      options.onReady(serverTime, first);
    },
  };

  const open = async (signal: AbortSignal): Promise<void> => {
    const tasks = options.tasks();
    const body = await requestStream(options, { tasks, cursor, signal });
    // Dropped in the meantime: another one is being opened, or none is needed.
    if (signal.aborted) return;
    received();
    attempt.allow(silenceMs);
    notify({ type: 'accepted' });
    options.onAccepted(tasks);
    firstTry.end();
    await readStream(body, events, signal);
  };

  const connect = async (): Promise<void> => {
    const signal = attempt.begin(acceptMs);
    notify({ type: 'connect' });
    const broken = await open(signal).catch((error: unknown) => error);
    if (signal.aborted) return;
    const problem = broken instanceof ProblemError ? broken : null;
    if (problem?.status === 401) unauthorized();
    // Any other failure is retried; for a refusal, the server's detail explains what the operator can do.
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
      notify({ type: 'closed' });
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

/** Runs once, at the end of the current task, for any number of calls. */
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

/** Requests the stream of these tasks from a cursor. Throws `ProblemError` if the server refuses. */
async function requestStream(
  { baseUrl, tab, ports, proof }: ConnectionOptions,
  {
    tasks,
    cursor,
    signal,
  }: { tasks: readonly string[]; cursor: string | null; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const query = { tasks: writeIdList(tasks), facts: 'short', envelopes: 'batched' };
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
