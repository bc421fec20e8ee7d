import type { ThreadHandle, ThreadView } from '@countersign/client/client';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useClient } from './session/client-context.tsx';

const nothing = createStore<ThreadView | null>(() => null);

/**
 * The handle of a task's live thread, null until it is open (and for a null id).
 * Shared by reference count: two panels on one task cost one.
 */
export function useThreadHandle(taskId: string | null): ThreadHandle | null {
  const client = useClient();
  const [handle, setHandle] = useState<ThreadHandle | null>(null);
  useEffect(() => {
    if (taskId === null) return;
    const opened = client.openThread(taskId);
    setHandle(opened);
    return () => {
      setHandle(null);
      opened.close();
    };
  }, [client, taskId]);
  return handle;
}

/** A part of an open thread; null while there is none. The selector must return stable references. */
export function useThreadView<T>(
  handle: ThreadHandle | null,
  select: (view: ThreadView) => T,
): T | null {
  return useStore(handle?.store ?? nothing, (view: ThreadView | null) =>
    view === null ? null : select(view),
  );
}

/** Opens the thread of a task and reads a part of it: `useThread(id, (view) => view.thread.run)`. */
export function useThread<T>(taskId: string | null, select: (view: ThreadView) => T): T | null {
  return useThreadView(useThreadHandle(taskId), select);
}
