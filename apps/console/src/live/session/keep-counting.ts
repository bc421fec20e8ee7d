import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../query-keys.ts';

/**
 * Reads the list of tasks again from time to time while it is shown: the stream reports every change of state, but the events of
 * tasks that are not open here are counted by the server only.
 */
export function useFreshTasks(everyMs: number, wanted: boolean): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(() => {
      if (!document.hidden)
        void cache.invalidateQueries({ queryKey: queryKeys.tasks, exact: true });
    }, everyMs);
    return () => clearInterval(timer);
  }, [cache, everyMs, wanted]);
}
