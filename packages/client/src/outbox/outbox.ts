import type { RouteBody } from '@countersign/api/routes';
import type { Control } from '@countersign/api/task';
import type { UpFeedback } from '@countersign/upformat/message';
import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';
import type { Api } from '../api.ts';
import type { Ports } from '../ports.ts';
import { backoffMs } from '../stream/backoff.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { afterSendFailure, entriesOf, headsOfLanes, withoutOldest } from './outbox-queue.ts';
import { createOutboxStorage } from './outbox-storage.ts';

/** The entries of the outbox; unsettled ones are also kept in storage. */
interface OutboxEntries {
  store: StoreApi<{ entries: readonly OutboxEntry[] }>;
  get(id: string): OutboxEntry | undefined;
  add(entry: OutboxEntry): void;
  update(id: string, patch: Partial<OutboxEntry>): void;
  remove(id: string): void;
  /** Loads the entries of this operator, including those from before a reload. */
  take(operatorId: string): void;
  /** Clears the memory; unsettled entries stay in storage. */
  clear(): void;
}

function createOutboxEntries(ports: Ports): OutboxEntries {
  const storage = createOutboxStorage(ports);
  const store = createStore<{ entries: readonly OutboxEntry[] }>(() => ({ entries: [] }));
  const all = () => store.getState().entries;
  const get = (id: string) => all().find((entry) => entry.id === id);
  return {
    store,
    get,
    add(entry) {
      store.setState({ entries: [...all(), entry] });
      storage.put(entry);
    },
    update(id, patch) {
      const before = get(id);
      if (before === undefined) return;
      const entry = { ...before, ...patch };
      const entries = all().map((each) => (each === before ? entry : each));
      store.setState({ entries: withoutOldest(entries) });
      if (entry.state === 'recorded') storage.remove(id);
      else storage.put(entry);
    },
    remove(id) {
      storage.remove(id);
      store.setState({ entries: all().filter((entry) => entry.id !== id) });
    },
    take(operatorId) {
      store.setState({ entries: entriesOf(operatorId, all(), storage.load()) });
      for (const entry of all()) if (entry.state !== 'recorded') storage.put(entry);
    },
    clear() {
      store.setState({ entries: [] });
    },
  };
}

/** What the operator sends, sent at least once and recorded once: each entry has its idempotency key and survives a reload. */
export interface Outbox {
  /** Oldest first. Recorded entries stay until dismissed, the newest 50 of them. */
  store: StoreApi<{ entries: readonly OutboxEntry[] }>;
  decide(input: {
    promptId: string;
    feedback: UpFeedback;
    digest: string;
    /** Answered although another operator holds the prompt. */
    despiteClaim?: boolean;
  }): OutboxEntry;
  control(input: {
    taskId: string;
    action: Control['action'];
    reason?: string;
    /** With a stop: its connection is closed, and the agent is not asked. */
    cut?: true;
  }): OutboxEntry;
  /** `attachmentsOf`: the id of a message that was not sent, whose attachments are sent again. */
  say(input: {
    taskId: string;
    content: string;
    language?: string;
    attachmentsOf?: string;
  }): OutboxEntry;
  /** Sends a waiting or refused entry at once, under the same key. */
  retry(id: string): void;
  dismiss(id: string): void;
}

/** The part of the outbox that only the client itself uses. */
export interface OutboxEngine extends Outbox {
  /** The operator who is signed in: their stored entries are sent, those of others stay in storage. */
  identify(operatorId: string): void;
  /** Sends waiting entries now. */
  flush(): void;
  /** Stops sending; unsettled entries stay in storage. */
  close(): void;
}

export interface OutboxOptions {
  api: Pick<Api, 'createDecision' | 'createControl' | 'createMessage'>;
  ports: Ports;
  onUnauthorized(): void;
}

type New = Pick<OutboxEntry, 'kind' | 'taskId' | 'promptId'>;

export function createOutbox(options: OutboxOptions): OutboxEngine {
  const { api, ports } = options;
  const entries = createOutboxEntries(ports);
  const inFlight = new Map<string, AbortController>();
  /** Waiting entries, for a time or for a sign-in; each with the cancellation of its timer. */
  const waiting = new Map<string, () => void>();
  let operatorId: string | null = null;

  const cancel = (id: string) => {
    waiting.get(id)?.();
    waiting.delete(id);
    inFlight.get(id)?.abort();
    inFlight.delete(id);
  };

  const pump = () => {
    for (const entry of headsOfLanes(entries.store.getState().entries)) {
      if (!inFlight.has(entry.id) && !waiting.has(entry.id)) void send(entry);
    }
  };

  const send = async (entry: OutboxEntry): Promise<void> => {
    const { id } = entry;
    const controller = new AbortController();
    inFlight.set(id, controller);
    entries.update(id, { state: 'sending', attempt: entry.attempt + 1, problem: null });
    const settled = await post(api, entry, controller.signal).then(
      (result) => () => entries.update(id, { state: 'recorded', result }),
      (error: unknown) => () => failed(id, error),
    );
    if (inFlight.get(id) !== controller) return;
    inFlight.delete(id);
    settled();
    pump();
  };

  const failed = (id: string, error: unknown) => {
    const attempt = entries.get(id)?.attempt ?? 1;
    const { again, ...patch } = afterSendFailure({ attempt }, error);
    entries.update(id, patch);
    if (again === 'signed-in') {
      waiting.set(id, () => {});
      options.onUnauthorized();
    }
    if (again !== 'later') return;
    const retry = () => {
      waiting.delete(id);
      pump();
    };
    waiting.set(id, ports.schedule(retry, backoffMs(attempt, ports.random)));
  };

  const add = (kind: New, body: object): OutboxEntry => {
    const id = ports.createId();
    const entry = newEntry(kind, body, { id, createdAt: ports.now(), operatorId });
    entries.add(entry);
    pump();
    return entries.get(id) ?? entry;
  };

  const flush = () => {
    for (const undo of waiting.values()) undo();
    waiting.clear();
    pump();
  };

  return {
    store: entries.store,
    decide: ({ promptId, ...body }) => add({ kind: 'decision', taskId: null, promptId }, body),
    control: ({ taskId, ...body }) => add({ kind: 'control', taskId, promptId: null }, body),
    say: ({ taskId, ...body }) => add({ kind: 'message', taskId, promptId: null }, body),
    retry(id) {
      const entry = entries.get(id);
      if (entry === undefined || entry.state === 'recorded' || inFlight.has(id)) return;
      cancel(id);
      entries.update(id, { state: 'waiting', attempt: 0 });
      pump();
    },
    dismiss(id) {
      cancel(id);
      entries.remove(id);
      pump();
    },
    identify(id) {
      if (operatorId !== id) {
        operatorId = id;
        entries.take(id);
      }
      flush();
    },
    flush,
    close() {
      for (const id of [...waiting.keys(), ...inFlight.keys()]) cancel(id);
      operatorId = null;
      entries.clear();
    },
  };
}

const newEntry = (
  kind: New,
  body: object,
  own: Pick<OutboxEntry, 'id' | 'createdAt' | 'operatorId'>,
): OutboxEntry => ({
  ...kind,
  ...own,
  body: { ...body, idempotencyKey: own.id },
  state: 'sending',
  attempt: 0,
  problem: null,
  result: null,
});

/** The body was created by this outbox, or by an older one with the same shape. */
function post(
  api: OutboxOptions['api'],
  entry: OutboxEntry,
  signal: AbortSignal,
): Promise<unknown> {
  const { kind, body, taskId, promptId } = entry;
  if (kind === 'decision') {
    return api.createDecision(promptId ?? '', body as Parameters<Api['createDecision']>[1], signal);
  }
  if (kind === 'control') {
    return api.createControl(
      taskId ?? '',
      body as RouteBody<'POST /api/tasks/:id/control'>,
      signal,
    );
  }
  return api.createMessage(taskId ?? '', body as RouteBody<'POST /api/tasks/:id/messages'>, signal);
}
