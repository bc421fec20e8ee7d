import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TaskSource } from '../task-source.ts';
import { type EventRow, eventRowOf } from './event-row.ts';

/** What one agent's stream looks like from outside. */
export interface StreamHealth {
  agentId: string;
  events: number;
  /** Epoch ms of its newest event. */
  lastAt: number;
  /** Between the event's own time and its receipt, ms, of its newest event that carries a time; null = it has no clock. */
  lagMs: number | null;
  /** The time its newest event carried; whether it ever carried another. */
  stampedAt: number | null;
  hasClock: boolean;
  /** Frames that were refused, messages set aside. */
  rejected: number;
  outOfOrder: number;
  otherAnomalies: number;
}

export interface EventLogState {
  /** Rows are there from `low` to `high`, both included; 0 = none yet. */
  low: number;
  high: number;
  /** The newest event there is. */
  head: number;
  /** The oldest row that will be there: very long tasks are listed from their end. */
  floor: number;
  status: 'loading' | 'ready' | 'error';
  error: unknown;
  types: ReadonlyMap<string, number>;
  health: ReadonlyMap<string, StreamHealth>;
  anomalies: number;
}

/** Rows of every event of a task: the end first, then backwards to the beginning, then as new ones come. */
export interface EventLog {
  store: StoreApi<EventLogState>;
  row(sequence: number): EventRow | undefined;
  /** The task has come to this sequence. */
  follow(head: number): void;
  retry(): void;
  close(): void;
}

const pageSize = 2_000;
const chunkSize = 1_000;
const maxRows = 300_000;
const liveEveryMs = 500;
const rejectedKinds = new Set(['frame-rejected', 'message-quarantined', 'event-too-large']);
const orderKinds = new Set(['illegal-order', 'illegal-transition']);

export function createEventLog({ events }: Pick<TaskSource, 'events'>): EventLog {
  const store = createStore<EventLogState>(() => ({
    low: 0,
    high: 0,
    head: 0,
    floor: 1,
    status: 'loading',
    error: null,
    types: new Map(),
    health: new Map(),
    anomalies: 0,
  }));
  const chunks = new Map<number, EventRow[]>();
  const controller = new AbortController();
  let busy = false;
  let readAt = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const put = (rows: readonly EventRow[]) => {
    const state = store.getState();
    const types = new Map(state.types);
    const health = new Map(state.health);
    let { anomalies } = state;
    for (const row of rows) {
      const place = Math.floor((row.sequence - 1) / chunkSize);
      const chunk = chunks.get(place) ?? [];
      chunks.set(place, chunk);
      chunk[(row.sequence - 1) % chunkSize] = row;
      types.set(row.type, (types.get(row.type) ?? 0) + 1);
      if (row.anomaly !== null) anomalies += 1;
      noteHealth(health, row);
    }
    store.setState({ types, health, anomalies });
  };

  const work = async () => {
    if (busy) return;
    busy = true;
    try {
      while (!controller.signal.aborted) {
        const { low, high, head, floor } = store.getState();
        const forward = high < head;
        if (!forward && low <= floor) break;
        const fresh = forward && high > 0 && head - high < pageSize;
        const waitMs = readAt + liveEveryMs - performance.now();
        if (fresh && waitMs > 0) {
          // A busy task is read a few times a second, not once an event.
          timer ??= setTimeout(() => {
            timer = null;
            void work();
          }, waitMs);
          break;
        }
        if (forward) readAt = performance.now();
        const after = forward
          ? high === 0
            ? Math.max(0, head - pageSize)
            : high
          : Math.max(floor - 1, low - 1 - pageSize);
        const limit = forward ? Math.min(pageSize, head - after) : low - 1 - after;
        const found = await events(after, limit, controller.signal);
        if (controller.signal.aborted) return;
        put(found.map(eventRowOf));
        // What a file has left out is passed over: it will not come.
        if (forward) store.setState({ high: after + limit, low: low === 0 ? after + 1 : low });
        else store.setState({ low: after + 1 });
      }
      store.setState({ status: 'ready', error: null });
    } catch (error) {
      if (!controller.signal.aborted) store.setState({ status: 'error', error });
    } finally {
      busy = false;
    }
  };

  return {
    store,
    row: (sequence) =>
      chunks.get(Math.floor((sequence - 1) / chunkSize))?.[(sequence - 1) % chunkSize],
    follow(head) {
      const { head: before, status } = store.getState();
      if (head <= before) return;
      store.setState(before === 0 ? { head, floor: Math.max(1, head - maxRows + 1) } : { head });
      if (status !== 'error') void work();
    },
    retry() {
      store.setState({ status: 'loading', error: null });
      void work();
    },
    close() {
      controller.abort();
      if (timer !== null) clearTimeout(timer);
      chunks.clear();
    },
  };
}

/** Beyond this an agent's clock is considered wrong. */
const maxLagMs = 24 * 3_600_000;
/** The same, as long as all its events carry one and the same time. */
const maxConstantLagMs = 10_000;

type Clock = Pick<StreamHealth, 'lagMs' | 'stampedAt' | 'hasClock'>;

/** Times that never change are no clock: the first two that differ show that there is one. */
function clockOf({ lagMs, stampedAt, hasClock, lastAt }: StreamHealth, row: EventRow): Clock {
  if (row.stampedAt === null) return { lagMs, stampedAt, hasClock };
  const ticks = hasClock || (stampedAt !== null && stampedAt !== row.stampedAt);
  const lag = row.at - row.stampedAt;
  const isSane = Math.abs(lag) <= (ticks ? maxLagMs : maxConstantLagMs);
  return {
    stampedAt: row.stampedAt,
    hasClock: ticks,
    lagMs: row.at < lastAt ? lagMs : isSane ? lag : null,
  };
}

function noteHealth(health: Map<string, StreamHealth>, row: EventRow): void {
  const change = (agentId: string, next: (before: StreamHealth) => StreamHealth) => {
    const before = health.get(agentId) ?? {
      agentId,
      events: 0,
      lastAt: 0,
      lagMs: null,
      stampedAt: null,
      hasClock: false,
      rejected: 0,
      outOfOrder: 0,
      otherAnomalies: 0,
    };
    health.set(agentId, next(before));
  };
  if (row.anomaly !== null) {
    // Repaired data is listed, and is no fault of the stream.
    if (row.anomaly.kind === 'event-repaired') return;
    const { kind, agentId } = row.anomaly;
    change(agentId, (before) => ({
      ...before,
      rejected: before.rejected + Number(rejectedKinds.has(kind)),
      outOfOrder: before.outOfOrder + Number(orderKinds.has(kind)),
      otherAnomalies:
        before.otherAnomalies + Number(!rejectedKinds.has(kind) && !orderKinds.has(kind)),
    }));
    return;
  }
  if (row.agentId === 'countersign' || row.agentId.startsWith('operator:')) return;
  change(row.agentId, (before) => ({
    ...before,
    events: before.events + 1,
    lastAt: Math.max(before.lastAt, row.at),
    ...clockOf(before, row),
  }));
}

/** Events of an agent per second over the last `windowMs` before `now`; only the newest 5,000 rows are used. */
export function ratesOf(
  log: EventLog,
  now: number,
  windowMs = 10_000,
): ReadonlyMap<string, number> {
  const { high } = log.store.getState();
  const counts = new Map<string, number>();
  for (let sequence = high; sequence > Math.max(0, high - 5_000); sequence -= 1) {
    const row = log.row(sequence);
    if (row === undefined) continue;
    if (row.at < now - windowMs) break;
    counts.set(row.agentId, (counts.get(row.agentId) ?? 0) + 1);
  }
  return new Map([...counts].map(([id, count]) => [id, count / (windowMs / 1_000)]));
}
