import { emptyThread, foldThread } from '@countersign/thread/fold';
import type { Thread } from '@countersign/thread/thread';
import type { TaskSource } from '../task-source.ts';
import type { EventPages } from './event-pages.ts';

/** Threads of the past: a snapshot is fetched once per thousand events, the rest is folded here. */
export interface TimeMachine {
  /** The thread at a position if it is in memory. */
  known(at: number): Thread | null;
  threadAt(at: number, signal?: AbortSignal): Promise<Thread>;
}

const stride = 1_000;
const keptThreads = 16;

export function createTimeMachine(
  source: Pick<TaskSource, 'taskId' | 'threadAt'>,
  pages: EventPages,
): TimeMachine {
  const kept = new Map<number, Thread>();

  const keep = (at: number, thread: Thread): Thread => {
    kept.delete(at);
    kept.set(at, thread);
    const oldest = kept.keys().next();
    if (kept.size > keptThreads && !oldest.done) kept.delete(oldest.value);
    return thread;
  };

  /** The nearest earlier thread in memory, but not further back than a snapshot would be. */
  const nearest = (at: number, floor: number): [number, Thread] | null => {
    let best: [number, Thread] | null = null;
    for (const [position, thread] of kept) {
      if (position < floor || position > at) continue;
      if (best === null || position > best[0]) best = [position, thread];
    }
    return best;
  };

  const base = async (at: number, signal?: AbortSignal): Promise<[number, Thread]> => {
    const floor = at - (at % stride);
    const near = nearest(at, floor);
    if (near !== null) return near;
    if (floor === 0) return [0, emptyThread(source.taskId)];
    return [floor, keep(floor, await source.threadAt(floor, signal))];
  };

  return {
    known: (at) => kept.get(at) ?? null,
    async threadAt(at, signal) {
      const [from, thread] = await base(at, signal);
      if (from === at) return keep(at, thread);
      return keep(at, foldThread(thread, await pages.range(from + 1, at, signal)));
    },
  };
}
