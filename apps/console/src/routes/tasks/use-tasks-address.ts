import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  filterSearch,
  parseTaskFilter,
  type TaskFilter,
} from '../../features/tasks/task-filter.ts';
import { parseSort, sortSearch, type TaskSort } from '../../features/tasks/task-sort.ts';
import type { TaskViewSearch } from '../../features/tasks/views-menu.tsx';

interface TasksAddress {
  filter: TaskFilter;
  sort: TaskSort;
  /** The dialog that starts a task is open, with this agent chosen at first. */
  starting: boolean;
  startsWith: string;
  /** The members of the address that a view keeps. */
  kept: TaskViewSearch;
  go: (next: { filter?: TaskFilter; sort?: TaskSort; start?: boolean }) => void;
}

const members = ['q', 'state', 'agent', 'sort'] as const;

const viewSearch = (search: Readonly<Record<string, unknown>>): TaskViewSearch =>
  Object.fromEntries(
    members.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  );

/** The state of the tasks page in the address, and the function that changes it. */
export function useTasksAddress(): TasksAddress {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = parseTaskFilter(search);
  const sort = parseSort(search);
  return {
    filter,
    sort,
    starting: search['start'] !== undefined,
    startsWith: typeof search['with'] === 'string' ? search['with'] : '',
    kept: viewSearch({ ...filterSearch(filter), ...sortSearch(sort) }),
    go: (next) =>
      void navigate({
        to: '/tasks',
        search: {
          ...filterSearch(next.filter ?? filter),
          ...sortSearch(next.sort ?? sort),
          ...(next.start ? { start: true } : {}),
        },
        replace: true,
      }),
  };
}
