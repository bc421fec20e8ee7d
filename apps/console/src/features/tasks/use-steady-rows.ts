import type { Task } from '@countersign/api/task';
import { useMemo, useRef } from 'react';
import { inOrderOf, sortTasks, type TaskSort } from './task-sort.ts';

/** The rows in order. While the pointer or focus is in them no row moves: new rows are added last. */
export function useSteadyRows(tasks: readonly Task[], sort: TaskSort, busy: boolean): Task[] {
  const last = useRef<{ ids: readonly string[]; order: string }>({ ids: [], order: '' });
  const order = `${sort.key}${sort.down}`;
  const { key, down } = sort;
  const rows = useMemo(() => {
    const sorted = sortTasks(tasks, { key, down });
    return busy && last.current.order === order && last.current.ids.length > 0
      ? inOrderOf(sorted, last.current.ids)
      : sorted;
  }, [tasks, key, down, busy, order]);
  last.current = { ids: rows.map(({ id }) => id), order };
  return rows;
}
