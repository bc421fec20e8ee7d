import type { StoreApi } from 'zustand/vanilla';
import type { Ports } from './ports.ts';
import type { ThreadStore } from './thread-store.ts';
import type { ThreadView } from './thread-view.ts';

/** An open thread, shared by all that opened it; close it when it is no longer displayed. */
export interface ThreadHandle {
  store: StoreApi<ThreadView>;
  /** Loads it again after an error. */
  retry(): void;
  close(): void;
}

/** The threads this tab follows, by reference count. */
export interface OpenThreads {
  open(taskId: string): ThreadHandle;
  ids(): readonly string[];
  get(taskId: string): ThreadStore | undefined;
  all(): Iterable<ThreadStore>;
  close(): void;
}

/** Switching between two tasks must not reload them each time. */
const lingerMs = 3_000;

interface Entry {
  thread: ThreadStore;
  count: number;
  cancelLinger: (() => void) | null;
}

export function createOpenThreads(options: {
  ports: Pick<Ports, 'schedule'>;
  create(taskId: string): ThreadStore;
  /** The set has changed. */
  onChange(): void;
}): OpenThreads {
  const entries = new Map<string, Entry>();

  const remove = (taskId: string, entry: Entry) => {
    entry.cancelLinger?.();
    entry.thread.close();
    if (entries.get(taskId) !== entry) return;
    entries.delete(taskId);
    options.onChange();
  };

  const enter = (taskId: string): Entry => {
    const entry: Entry = { thread: options.create(taskId), count: 0, cancelLinger: null };
    entries.set(taskId, entry);
    options.onChange();
    return entry;
  };

  return {
    open(taskId) {
      const entry = entries.get(taskId) ?? enter(taskId);
      entry.cancelLinger?.();
      entry.cancelLinger = null;
      entry.count += 1;
      let closed = false;
      return {
        store: entry.thread.store,
        retry: () => entry.thread.reload(),
        close() {
          if (closed) return;
          closed = true;
          entry.count -= 1;
          if (entry.count > 0) return;
          entry.cancelLinger = options.ports.schedule(() => remove(taskId, entry), lingerMs);
        },
      };
    },
    ids: () => [...entries.keys()],
    get: (taskId) => entries.get(taskId)?.thread,
    all: () => [...entries.values()].map((entry) => entry.thread),
    close() {
      for (const [taskId, entry] of [...entries]) remove(taskId, entry);
    },
  };
}
