import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  emptyHistory,
  foldHistory,
  type History,
} from '@countersign/adapters/ag-ui/history/history';
import type { Envelope } from '@countersign/hai/envelope';
import { defaultBudget, type FoldBudget } from '@countersign/thread/budget';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import type { Thread } from '@countersign/thread/thread';
import { isDamage } from '../store/faults/damage.ts';
import { eventsToFold, type KeptFold, readFold } from '../store/folds.ts';
import type { Reading } from '../store/port.ts';
import type { EventRow } from '../store/row.ts';
import { isWhole, type ReadAround } from '../store/sqlite/read-around.ts';

/** A thread as shown, and the history that the next run of an agent receives. Folded together: each event is read once. */
export interface FoldedTask {
  thread: Thread;
  history: History;
  /** Characters of the events folded in, and bytes of the snapshots that were kept on the way. */
  events: number;
  kept: number;
}

/** Folded tasks: from the nearest snapshot, never from the beginning for a long one. */
export interface FoldedTasks {
  at(threadId: string, sequence: number | null): Promise<FoldedTask>;
  /** A snapshot of the current thread; null while the snapshots would be larger than the events. */
  cut(threadId: string): Promise<KeptFold | null>;
}

const pageRows = 100;
const maxPageChars = 2_000_000;
/** The number of tasks whose fold stays in memory, and the limit of their total size. */
const maxRecent = 32;
const maxRecentChars = 64_000_000;
const maxSnapshotBytes = 16_000_000;

export function createFoldedTasks(
  read: Pick<Reading, 'get' | 'all'>,
  budget: FoldBudget,
  /** Reads past damage; null = what cannot be read throws. */
  around: Pick<ReadAround, 'ofThread'> | null = null,
  /** Called for a snapshot that cannot be read. */
  onSkipped: (threadId: string, error: unknown) => void = () => {},
): FoldedTasks {
  const isDefault = JSON.stringify(budget) === JSON.stringify(defaultBudget);
  const recent = new Map<string, FoldedTask>();
  /** Per task: the number of events before another snapshot is tried. */
  const notBefore = new Map<string, number>();

  const start = async (threadId: string, upTo: number): Promise<FoldedTask> => {
    const cached = recent.get(threadId);
    if (cached !== undefined && cached.thread.sequence <= upTo) return cached;
    try {
      const row = await readFold(read, threadId, upTo);
      if (row !== undefined) {
        const { thread, history } = JSON.parse(gunzipSync(row.data).toString('utf8'));
        return { thread, history, events: row.events, kept: row.kept };
      }
    } catch (error) {
      // On a damaged page: its events are folded again.
      onSkipped(threadId, error);
    }
    const thread = emptyThread(threadId, isDefault ? defaultBudget : budget);
    return { thread, history: emptyHistory(threadId), events: 0, kept: 0 };
  };

  const keep = (task: FoldedTask) => {
    const { threadId } = task.thread;
    recent.delete(threadId);
    recent.set(threadId, task);
    let chars = 0;
    for (const { thread, history } of recent.values()) chars += sizeInMemory(thread, history);
    for (const [id, { thread, history }] of recent) {
      if (recent.size === 1 || (recent.size <= maxRecent && chars <= maxRecentChars)) return;
      recent.delete(id);
      chars -= sizeInMemory(thread, history);
    }
  };

  const pageAt = async (threadId: string, after: number, upTo: number): Promise<EventRow[]> => {
    try {
      const rows = await page(read, threadId, after, upTo);
      if (around === null || rows.every(isWhole)) return rows;
    } catch (error) {
      if (around === null || !isDamage(error)) throw error;
    }
    return around.ofThread(threadId, after, upTo);
  };

  const at = async (threadId: string, sequence: number | null): Promise<FoldedTask> => {
    const upTo = sequence ?? Number.MAX_SAFE_INTEGER;
    let task = await start(threadId, upTo);
    for (;;) {
      const rows = await pageAt(threadId, task.thread.sequence, upTo);
      if (rows.length === 0) break;
      const before = task.thread.sequence;
      task = folded(task, rows);
      // A fold that does not advance would be requested forever.
      if (task.thread.sequence <= before) break;
      // Other requests may be for a shorter task.
      await nextTurn();
    }
    // Tasks are read as of their rows: an earlier moment is kept only if there is no later one.
    const known = recent.get(threadId)?.thread.sequence ?? 0;
    if (task.thread.sequence >= known) keep(task);
    return task;
  };

  return {
    at,
    async cut(threadId) {
      const task = await at(threadId, null);
      if (task.events < (notBefore.get(threadId) ?? 0)) return null;
      const { thread, history } = task;
      const data = gzipSync(JSON.stringify({ thread, history }), { level: 1 });
      const kept = task.kept + data.length;
      // The snapshots together are never larger than the events.
      if (kept > task.events || data.length > maxSnapshotBytes) {
        notBefore.set(threadId, Math.max(kept, task.events + data.length));
        return null;
      }
      notBefore.set(threadId, kept + data.length);
      keep({ ...task, kept });
      return { threadId, sequence: thread.sequence, events: task.events, kept, data };
    },
  };
}

function folded(task: FoldedTask, rows: readonly EventRow[]): FoldedTask {
  const envelopes = rows.map(envelopeOf);
  return {
    thread: foldThread(task.thread, envelopes),
    history: foldHistory(task.history, envelopes),
    events: rows.reduce((sum, { data }) => sum + data.length, task.events),
    kept: task.kept,
  };
}

/** Read one by one up to a number of characters: a page of events of the maximum size is never in memory. */
async function page(
  read: Pick<Reading, 'all'>,
  threadId: string,
  after: number,
  upTo: number,
): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  let chars = 0;
  for (let last = after; rows.length < 1_000 && chars < maxPageChars; ) {
    const found = await eventsToFold(read, threadId, { after: last, upTo, limit: pageRows });
    for (const row of found) {
      rows.push(row);
      chars += row.data.length;
      last = row.sequence;
    }
    if (found.length < pageRows) break;
  }
  return rows;
}

const envelopeOf = (row: EventRow): Envelope => ({
  position: row.position,
  threadId: row.thread,
  runId: row.run,
  sequence: row.sequence,
  receivedAt: row.received,
  agentId: row.agent,
  event: JSON.parse(row.data),
});

const sizeInMemory = (thread: Thread, history: History): number =>
  (thread.chars ?? 0) + (history.chars ?? 0) + 500 * thread.items.length;
