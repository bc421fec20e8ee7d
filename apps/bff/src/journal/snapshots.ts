import {
  emptyHistory,
  foldHistory,
  type History,
} from '@countersign/adapters/ag-ui/history/history';
import type { Envelope } from '@countersign/hai/envelope';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import type { Thread } from '@countersign/thread/thread';
import type { Journal } from './journal.ts';

/** A thread as people see it, and as the next run of an agent is told of it. Folded together: each event is read once. */
interface Story {
  thread: Thread;
  history: History;
}

/** Folded threads: from the nearest kept snapshot, never from zero for a long thread. */
export interface Snapshots {
  /** The thread as it stood at `sequence`, by default now. */
  threadAt(threadId: string, sequence?: number): Thread;
  /** What was said up to there. */
  historyAt(threadId: string, sequence?: number): History;
  close(): void;
}

const cutEvery = 1_000;
const pageSize = 1_000;
const keptInMemory = 32;

export function createSnapshots(journal: Journal): Snapshots {
  const recent = new Map<string, Story>();
  const fresh = new Map<string, number>();

  const start = (threadId: string, upTo: number): Story => {
    const cached = recent.get(threadId);
    if (cached !== undefined && cached.thread.sequence <= upTo) return cached;
    const row = journal.read.get<{ data: string; history: string }>(
      'SELECT data, history FROM snapshots WHERE thread = ? AND sequence <= ? ORDER BY sequence DESC LIMIT 1',
      threadId,
      upTo,
    );
    return row === undefined
      ? { thread: emptyThread(threadId), history: emptyHistory(threadId) }
      : { thread: JSON.parse(row.data), history: JSON.parse(row.history) };
  };

  const storyAt = (threadId: string, sequence = Number.MAX_SAFE_INTEGER): Story => {
    let { thread, history } = start(threadId, sequence);
    for (;;) {
      const limit = Math.min(pageSize, sequence - thread.sequence);
      const rows = limit <= 0 ? [] : journal.ofThread(threadId, thread.sequence, limit);
      if (rows.length === 0) break;
      const envelopes = rows.map((row): Envelope => JSON.parse(row.text));
      const before = thread.sequence;
      thread = foldThread(thread, envelopes);
      history = foldHistory(history, envelopes);
      // A fold that does not move on would be asked for ever.
      if (thread.sequence <= before) break;
    }
    const story = { thread, history };
    if (sequence === Number.MAX_SAFE_INTEGER) {
      recent.delete(threadId);
      recent.set(threadId, story);
      const oldest = recent.keys().next();
      if (recent.size > keptInMemory && !oldest.done) recent.delete(oldest.value);
    }
    return story;
  };

  /** A snapshot is due when the events since the last weigh against the size of the fold. */
  const cut = (threadId: string) => {
    const story = storyAt(threadId);
    const data = JSON.stringify(story.thread);
    const history = JSON.stringify(story.history);
    const { sequence } = story.thread;
    // Big documents are cut more rarely: below zero, events have to come before the next.
    fresh.set(threadId, -Math.floor((data.length + history.length) / 500));
    // Without it the next reader folds a little more: nothing is lost.
    journal.commit('keepSnapshot', { threadId, sequence, data, history }).catch(() => {});
  };

  const undo = journal.onCommit((rows) => {
    const due = new Set<string>();
    for (const row of rows) {
      const count = (fresh.get(row.thread) ?? row.sequence % cutEvery) + 1;
      fresh.set(row.thread, count);
      if (count >= cutEvery) due.add(row.thread);
    }
    for (const threadId of due) setImmediate(() => closed || cut(threadId));
  });
  let closed = false;
  return {
    threadAt: (threadId, sequence) => storyAt(threadId, sequence).thread,
    historyAt: (threadId, sequence) => storyAt(threadId, sequence).history,
    close() {
      closed = true;
      undo();
    },
  };
}
