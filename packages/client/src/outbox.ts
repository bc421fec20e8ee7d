import type { RouteBody } from '@countersign/api/routes';
import type { Control } from '@countersign/api/task';
import type { UpFeedback } from '@countersign/upformat/message';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Api } from './api.ts';
import { backoffMs } from './backoff.ts';
import { laneOf, type OutboxEntry } from './outbox-entry.ts';
import { createOutboxStorage } from './outbox-storage.ts';
import type { Ports } from './ports.ts';
import { isPassing, ProblemError } from './problem-error.ts';

/** What the operator says, sent at least once and recorded once: each entry carries its idempotency key and survives a reload. */
export interface Outbox {
  /** Oldest first. Recorded entries stay until dismissed, the newest 50 of them. */
  store: StoreApi<{ entries: readonly OutboxEntry[] }>;
  decide(input: {
    promptId: string;
    feedback: UpFeedback;
    digest: string;
    /** Answered although somebody else holds the prompt. */
    despiteClaim?: boolean;
  }): OutboxEntry;
  control(input: { taskId: string; action: Control['action']; reason?: string }): OutboxEntry;
  say(input: { taskId: string; content: string }): OutboxEntry;
  /** Sends a waiting or refused entry at once, under the same key. */
  retry(id: string): void;
  dismiss(id: string): void;
}

/** The side of the outbox that only the client itself uses. */
export interface OutboxEngine extends Outbox {
  /** Who is signed in: their kept entries go out, those of others stay where they are. */
  identify(operatorId: string): void;
  /** Sends what waits, now. */
  flush(): void;
  /** Stops sending; what is unsettled stays in storage. */
  close(): void;
}

export interface OutboxOptions {
  api: Pick<Api, 'createDecision' | 'createControl' | 'createMessage'>;
  ports: Ports;
  onUnauthorized(): void;
}

const maxRecorded = 50;
/** A server that fails this often on one entry is not going to take it. */
const maxServerFailures = 8;

type New = Pick<OutboxEntry, 'kind' | 'taskId' | 'promptId'>;

export function createOutbox(options: OutboxOptions): OutboxEngine {
  const { api, ports } = options;
  const storage = createOutboxStorage(ports);
  const store = createStore<{ entries: readonly OutboxEntry[] }>(() => ({ entries: [] }));
  const inFlight = new Map<string, AbortController>();
  const timers = new Map<string, () => void>();
  let operatorId: string | null = null;

  const entryOf = (id: string) => store.getState().entries.find((entry) => entry.id === id);

  const update = (id: string, patch: Partial<OutboxEntry>) => {
    const before = entryOf(id);
    if (before === undefined) return;
    const entry = { ...before, ...patch };
    const entries = store.getState().entries.map((each) => (each === before ? entry : each));
    store.setState({ entries: trim(entries) });
    if (entry.state === 'recorded') storage.remove(id);
    else storage.put(entry);
  };

  const cancel = (id: string) => {
    timers.get(id)?.();
    timers.delete(id);
    inFlight.get(id)?.abort();
    inFlight.delete(id);
  };

  /** Sends the first unsettled entry of every lane that is not already out or waiting for its time. */
  const pump = () => {
    const lanes = new Set<string>();
    for (const entry of store.getState().entries) {
      if (entry.state === 'recorded' || entry.state === 'refused') continue;
      const lane = laneOf(entry);
      if (lanes.has(lane)) continue;
      lanes.add(lane);
      if (!inFlight.has(entry.id) && !timers.has(entry.id)) void send(entry);
    }
  };

  const send = async (entry: OutboxEntry): Promise<void> => {
    const controller = new AbortController();
    inFlight.set(entry.id, controller);
    update(entry.id, { state: 'sending', attempt: entry.attempt + 1, problem: null });
    let settled: () => void;
    try {
      const result = await post(api, entry, controller.signal);
      settled = () => update(entry.id, { state: 'recorded', result });
    } catch (error) {
      settled = () => failed(entry.id, error);
    }
    if (inFlight.get(entry.id) !== controller) return;
    inFlight.delete(entry.id);
    settled();
    pump();
  };

  const failed = (id: string, error: unknown) => {
    const attempt = entryOf(id)?.attempt ?? 1;
    const problem = error instanceof ProblemError ? error.problem : null;
    if (problem?.status === 401) {
      update(id, { state: 'waiting', problem });
      // Sent again when somebody has signed in.
      timers.set(id, () => {});
      options.onUnauthorized();
      return;
    }
    const hopeless = problem !== null && (!isPassing(error) || attempt >= maxServerFailures);
    update(id, { state: hopeless ? 'refused' : 'waiting', problem });
    if (hopeless) return;
    const again = () => {
      timers.delete(id);
      pump();
    };
    timers.set(id, ports.schedule(again, backoffMs(attempt, ports.random)));
  };

  const add = (kind: New, bodyOf: (idempotencyKey: string) => unknown): OutboxEntry => {
    const id = ports.createId();
    const entry: OutboxEntry = {
      ...kind,
      id,
      body: bodyOf(id),
      createdAt: ports.now(),
      state: 'sending',
      attempt: 0,
      problem: null,
      result: null,
      operatorId,
    };
    store.setState({ entries: [...store.getState().entries, entry] });
    storage.put(entry);
    pump();
    return entryOf(id) ?? entry;
  };

  const flush = () => {
    for (const undo of timers.values()) undo();
    timers.clear();
    pump();
  };

  return {
    store,
    decide: ({ promptId, ...body }) =>
      add({ kind: 'decision', taskId: null, promptId }, (idempotencyKey) => ({
        ...body,
        idempotencyKey,
      })),
    control: ({ taskId, ...body }) =>
      add({ kind: 'control', taskId, promptId: null }, (idempotencyKey) => ({
        ...body,
        idempotencyKey,
      })),
    say: ({ taskId, content }) =>
      add({ kind: 'message', taskId, promptId: null }, (idempotencyKey) => ({
        content,
        idempotencyKey,
      })),
    retry(id) {
      const entry = entryOf(id);
      if (entry === undefined || entry.state === 'recorded' || inFlight.has(id)) return;
      cancel(id);
      update(id, { state: 'waiting', attempt: 0 });
      pump();
    },
    dismiss(id) {
      cancel(id);
      storage.remove(id);
      store.setState({ entries: store.getState().entries.filter((entry) => entry.id !== id) });
      pump();
    },
    identify(id) {
      if (operatorId === id) {
        flush();
        return;
      }
      operatorId = id;
      const mine = store.getState().entries.filter((entry) => (entry.operatorId ?? id) === id);
      const known = new Set(mine.map((entry) => entry.id));
      const kept = storage
        .load()
        .filter((entry) => entry.operatorId === id && !known.has(entry.id))
        .map((entry) =>
          entry.state === 'refused' ? entry : { ...entry, state: 'waiting' as const },
        );
      store.setState({
        entries: [...kept, ...mine.map((entry) => ({ ...entry, operatorId: id }))],
      });
      for (const entry of store.getState().entries) {
        if (entry.state !== 'recorded') storage.put(entry);
      }
      flush();
    },
    flush,
    close() {
      for (const id of [...timers.keys(), ...inFlight.keys()]) cancel(id);
      operatorId = null;
      store.setState({ entries: [] });
    },
  };
}

function trim(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  let tooMany = entries.filter((entry) => entry.state === 'recorded').length - maxRecorded;
  if (tooMany <= 0) return entries;
  return entries.filter((entry) => {
    if (entry.state !== 'recorded' || tooMany === 0) return true;
    tooMany -= 1;
    return false;
  });
}

/** The body was made by this outbox, or by an older one of the same shape. */
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
