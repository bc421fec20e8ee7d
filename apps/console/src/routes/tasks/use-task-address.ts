import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { parseItem, parseNode, parsePosition, parseTaskTab, type TaskTab } from './task-search.ts';

/** The part of a task on screen, as in the address; it can be shared. */
export interface TaskAddress {
  tab: TaskTab;
  node: string | null;
  item: string | null;
  /** The position shown; null = live. */
  at: number | null;
  /** The other position a state is compared with. */
  from: number | null;
  event: number | null;
  /** Changes a part of it; undefined takes a part out. */
  go: (
    patch: Partial<
      Record<'tab' | 'node' | 'item' | 'at' | 'from' | 'event', string | number | undefined>
    >,
  ) => void;
}

export function useTaskAddress(): TaskAddress {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback<TaskAddress['go']>(
    (patch) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...patch }),
        replace: true,
      }),
    [navigate],
  );
  return {
    tab: parseTaskTab(search),
    node: parseNode(search),
    item: parseItem(search),
    at: parsePosition(search, 'at'),
    from: parsePosition(search, 'from'),
    event: parsePosition(search, 'event'),
    go,
  };
}
