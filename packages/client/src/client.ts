import type { Presence } from '@countersign/api/prompts/presence';
import type { Envelope } from '@countersign/hai/envelope';
import type { StoreApi } from 'zustand/vanilla';
import { type Api, createApi } from './api.ts';
import { createConnection } from './connection.ts';
import type { ConnectionState } from './connection-state.ts';
import { createEarlyReads } from './early-reads.ts';
import { createDownload, createHttp } from './http.ts';
import { createOpenThreads, type ThreadHandle } from './open-threads.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import type { OutboxEntry } from './outbox/outbox-entry.ts';
import type { Ports } from './ports.ts';
import type { PromptStore } from './prompt-store.ts';
import { createSessionProof, type SessionProof } from './session-proof.ts';
import { isShortFact } from './stream/envelope-shape.ts';
import { createStreamUpdates } from './stream/stream-updates.ts';
import { createThreadStore } from './thread-store.ts';
import type { ThreadView } from './thread-view.ts';

/** The API, with the session updated by the calls that change it. */
const sessionApi = (
  api: Api,
  proof: Pick<SessionProof, 'keep' | 'forget'>,
  on: { known(operatorId: string): void; signedIn(): void },
): Api => ({
  ...api,
  async getMe(signal) {
    const operator = await api.getMe(signal);
    on.known(operator.id);
    return operator;
  },
  async createSession(credential) {
    const session = await api.createSession(credential);
    proof.keep(session.proof);
    on.known(session.id);
    on.signedIn();
    return session;
  },
  async deleteSession() {
    try {
      await api.deleteSession();
    } finally {
      // Without it this session cannot be used any more, even if the server did not receive the sign-out.
      proof.forget();
    }
  },
});

/** An estimate of the server's clock. */
interface ServerClock {
  /** Epoch milliseconds on the server's clock. */
  now(): number;
  /** A time received from the server with millisecond precision. */
  setExactly(serverTime: number): void;
  /** A `Date` header: whole seconds, used until an exact time is known. */
  setRoughly(serverTime: number): void;
}

/** Offsets are stored, not times: the local clock may be wrong by hours, and deadlines are the server's. */
function createServerClock(now: () => number): ServerClock {
  let offsetMs = 0;
  let exact = false;
  return {
    now: () => now() + offsetMs,
    setExactly(serverTime) {
      if (!Number.isFinite(serverTime)) return;
      exact = true;
      offsetMs = serverTime - now();
    },
    setRoughly(serverTime) {
      if (!exact) offsetMs = serverTime + 500 - now();
    },
  };
}

export type { ConnectionState, Outbox, OutboxEntry, Ports, ThreadHandle, ThreadView };

/**
 * The browser's side of the BFF: one stream, live threads, an outbox. Independent of any framework; the stores are zustand's.
 */
export interface Client {
  api: Api;
  /** Identifies this tab among those of the same operator, for presence. */
  tab: string;
  connection: StoreApi<ConnectionState>;
  /** The current prompts, updated by the stream. */
  prompts: PromptStore;
  /** Every `countersign.*` fact and run edge of every task, once each, in order. Returns its undo. */
  onFact(listener: (envelope: Envelope) => void): () => void;
  /** Lists may be outdated (read before the stream was open, or an unknown cursor): fetch them again. Returns its undo. */
  onReset(listener: () => void): () => void;
  /**
   * The presence of a prompt, whenever it changes; nothing is repeated after a loss, so read `listPresence` when the stream is
   * live again. Returns its undo.
   */
  onPresence(listener: (presence: Presence) => void): () => void;
  /** The id of a prompt whose draft this operator changed in another tab. Returns its undo. */
  onDraft(listener: (promptId: string) => void): () => void;
  /** `rules`, `policy`, `webhooks`, `operators`, `views` or `programs` must be read again. Returns its undo. */
  onChanged(listener: (what: string) => void): () => void;
  openThread(taskId: string): ThreadHandle;
  outbox: Outbox;
  /**
   * The server cannot be reached to identify the session: assumes the previous operator. Shows and sends their waiting entries.
   */
  assumeOperator(id: string): void;
  /** Epoch ms on the server's clock. */
  serverNow(): number;
  /** Runs once after a delay, ms; returns its undo. */
  schedule: Ports['schedule'];
  /** An operator signed in here and did not sign out: if the server knows no session, it was lost. */
  hasSession(): boolean;
  start(): void;
  /** Retries at once what failed: the tab is shown again, an operator signed in. */
  retryNow(): void;
  /** The network is gone: reported at once instead of after a silence. */
  networkLost(): void;
  /** The network changed: the stream is reopened, because the old one may have been lost silently. */
  networkChanged(): void;
  /** Stops everything and forgets the operator; `start` starts again. */
  close(): void;
}

export function createClient({ baseUrl, ports }: { baseUrl: string; ports: Ports }): Client {
  const clock = createServerClock(ports.now);
  const tab = ports.createId();
  const proof = createSessionProof(ports);
  const line = { baseUrl, ports, proof };
  const http = createHttp({ ...line, onDate: clock.setRoughly });
  const reads = createEarlyReads(ports, () => connection.tried());
  const plainApi = createApi(
    async (path, options) => {
      await reads.mayGo(path, options?.method);
      return http(path, options);
    },
    createDownload(line),
    tab,
  );
  const news = createStreamUpdates(ports, tab);

  const outbox = createOutbox({
    api: plainApi,
    ports,
    onUnauthorized: () => connection.unauthorized(),
  });
  const threads = createOpenThreads({
    ports,
    create: (taskId) =>
      createThreadStore({ taskId, api: plainApi, ports, onServerTime: clock.setExactly }),
    onChange: () => connection.tasksChanged(),
  });
  const connection = createConnection({
    ...line,
    tab,
    tasks: threads.ids,
    onAccepted(tasks) {
      reads.accepted();
      for (const taskId of tasks) threads.get(taskId)?.covered();
    },
    onEnvelope(envelope) {
      // A short fact lacks what the thread needs: that is read once the stream covers the thread.
      if (!isShortFact(envelope)) threads.get(envelope.threadId)?.receive(envelope);
      news.envelope(envelope);
    },
    onPresence: news.presence,
    onChanged: news.listeners.changes.notify,
    onDraft: news.draft,
    onReset() {
      news.restart();
      for (const thread of threads.all()) thread.reload();
      news.resetLists();
    },
    onReady(serverTime, first) {
      clock.setExactly(serverTime);
      outbox.flush();
      if (first && reads.happened()) news.resetLists();
    },
  });

  const retryNow = () => {
    connection.retryNow();
    outbox.flush();
  };

  return {
    api: sessionApi(plainApi, proof, { known: outbox.identify, signedIn: retryNow }),
    tab,
    connection: connection.store,
    prompts: news.prompts,
    onFact: news.listeners.facts.add,
    onReset: news.listeners.resets.add,
    onPresence: news.listeners.presences.add,
    onDraft: news.listeners.drafts.add,
    onChanged: news.listeners.changes.add,
    openThread: threads.open,
    outbox,
    assumeOperator: outbox.identify,
    serverNow: clock.now,
    schedule: ports.schedule,
    hasSession: proof.isKept,
    start: connection.start,
    retryNow,
    networkLost: connection.networkLost,
    networkChanged() {
      connection.networkChanged();
      outbox.flush();
    },
    close() {
      connection.close();
      outbox.close();
      threads.close();
      news.clear();
      reads.clear();
    },
  };
}
