import type { Worker } from 'node:worker_threads';
import { defaultBudget, type FoldBudget } from '@countersign/thread/budget';
import type { Thread } from '@countersign/thread/thread';
import { startThread } from '../runtime/worker-thread.ts';
import type { FoldMessage, FoldReply, FoldTarget, TaskHistory } from './fold-protocol.ts';
import type { Journal } from './journal.ts';
import { keepSnapshot } from './snapshot-operation.ts';

/** Folded threads, computed in a separate thread: neither a long task nor a hostile one blocks the server. */
export interface Snapshots {
  /** The thread at `sequence`, by default the current one. */
  threadAt(threadId: string, sequence?: number): Promise<Thread>;
  /** The same as JSON text in UTF-8, to be sent on as it is. */
  threadJsonAt(
    threadId: string,
    sequence?: number,
  ): Promise<{ json: Uint8Array; sequence: number }>;
  /** The input of a new run: the messages, and the shared state. */
  historyAt(threadId: string, sequence?: number): Promise<TaskHistory>;
  close(): Promise<void>;
}

export interface SnapshotOptions {
  /** The limits of each thread. */
  budget?: FoldBudget;
  /** Called if a snapshot could not be made or stored: the next reader folds a little more, nothing is lost. */
  onSkipped?: (threadId: string, error: unknown) => void;
}

/** Events of a task between two snapshots, at least. */
const cutEvery = 1_000;
/** A task whose fold exceeds this is reported as an error; the server continues. */
const resourceLimits = { maxOldGenerationSizeMb: 2_048 };

/** How long the thread may take to end, ms: it reads no more, and finishes at most one page of events. */
const endTimeoutMs = 5_000;

type FoldNews = FoldReply | 'ready' | { damaged: string } | { skipped: string; error: unknown };
type Done = Extract<FoldReply, { ok: true }>;
interface Waiting {
  resolve: (reply: Done) => void;
  reject: (error: Error) => void;
}

/**
 * Requests the thread to end. Terminating it while it reads would abort the whole process: the native part of the SQLite library
 * does not survive a thread that disappears in the middle of a call.
 */
async function end(worker: Worker): Promise<void> {
  const exit = new Promise((resolve) => worker.once('exit', resolve));
  const message: FoldMessage = 'close';
  worker.postMessage(message);
  const timer = setTimeout(() => void worker.terminate(), endTimeoutMs);
  await exit;
  clearTimeout(timer);
}

export function createSnapshots(journal: Journal, options: SnapshotOptions = {}): Snapshots {
  const { budget = defaultBudget, onSkipped = () => {} } = options;
  const waiting = new Map<number, Waiting>();
  /** Events of a task since its last snapshot was requested; below zero while one is being made. */
  const fresh = new Map<string, number>();
  let worker: Worker | null = null;
  let nextId = 0;
  let closed = false;

  const fail = (gone: Worker, error: Error) => {
    if (worker !== gone) return;
    worker = null;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(error);
  };

  /** Started when needed, and again when it was terminated by a task. */
  const thread = (): Worker => {
    if (worker !== null) return worker;
    const started = startThread(
      new URL('./fold-thread.ts', import.meta.url),
      { source: journal.source, budget },
      { resourceLimits },
    );
    worker = started;
    started.on('message', (reply: FoldNews) => {
      if (reply === 'ready') return;
      if ('skipped' in reply) return onSkipped(reply.skipped, reply.error);
      if ('damaged' in reply) return journal.noteDamage(reply.damaged);
      const entry = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.ok) entry?.resolve(reply);
      else entry?.reject(new Error(`fold: ${reply.error}`));
    });
    started.on('error', (error) => fail(started, error));
    started.on('exit', () => fail(started, new Error('The fold is not running.')));
    return started;
  };

  const undoDoubt = journal.onDoubt(() => worker?.postMessage('doubt' satisfies FoldMessage));

  const ask = (wish: FoldTarget, threadId: string, sequence?: number): Promise<Done> => {
    if (closed) return Promise.reject(new Error('The fold is closed.'));
    const id = ++nextId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      const request: FoldMessage = { id, wish, threadId, sequence: sequence ?? null };
      thread().postMessage(request);
    });
  };

  const cut = async (threadId: string) => {
    try {
      const reply = await ask('snapshot', threadId);
      if (reply.cut !== null && !closed) await journal.commit(keepSnapshot, reply.cut);
    } catch (error) {
      if (!closed) onSkipped(threadId, error);
    } finally {
      fresh.delete(threadId);
    }
  };

  const undo = journal.onCommit((rows) => {
    for (const row of rows) {
      const count = (fresh.get(row.thread) ?? row.sequence % cutEvery) + 1;
      fresh.set(row.thread, count);
      if (count < cutEvery) continue;
      fresh.set(row.thread, Number.NEGATIVE_INFINITY);
      void cut(row.thread);
    }
  });

  const textAt = async (wish: FoldTarget, threadId: string, sequence?: number) => {
    const reply = await ask(wish, threadId, sequence);
    return { json: reply.json ?? new Uint8Array(), sequence: reply.sequence };
  };
  const parse = ({ json }: { json: Uint8Array }) => JSON.parse(new TextDecoder().decode(json));

  return {
    threadJsonAt: (threadId, sequence) => textAt('thread', threadId, sequence),
    threadAt: async (threadId, sequence) => parse(await textAt('thread', threadId, sequence)),
    historyAt: async (threadId, sequence) => parse(await textAt('history', threadId, sequence)),
    async close() {
      closed = true;
      undo();
      undoDoubt();
      if (worker !== null) await end(worker);
    },
  };
}
