import type { Agent } from '@countersign/api/agent';
import type { Me } from '@countersign/api/settings/session';
import type { Task } from '@countersign/api/task';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { problemOf } from './problem-text.ts';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session/client-context.tsx';
import { storedMe, storeMe } from './session/stored-me.ts';
import { itemsOf, useRoute } from './use-route.ts';

const PAGE = 200;
const MAX_PAGES = 50;

async function everyPage<T>(
  read: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await read(cursor);
    items.push(...answer.items);
    if (answer.nextCursor === null) break;
    cursor = answer.nextCursor;
  }
  return items;
}

/** Every task, newest first. */
export function useTasks(): UseQueryResult<Task[]> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.tasks,
    queryFn: () =>
      everyPage((cursor) => client.api.listTasks({ limit: PAGE, ...(cursor ? { cursor } : {}) })),
  });
}

/** No task was ever started here: false until that is known. Only one task is requested, not all. */
export function useIsWithoutTasks(enabled: boolean): boolean {
  const first = useRoute('GET /api/tasks', { query: { limit: 1 } }, { enabled });
  return enabled && first.data?.items.length === 0;
}

export function useTask(id: string): UseQueryResult<Task> {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.task(id), queryFn: () => client.api.getTask(id) });
}

export function useAgents(): UseQueryResult<Agent[]> {
  return useRoute('GET /api/agents', {}, { select: itemsOf });
}

/** The signed-in operator as far as this tab knows already; sends no request. */
export function useKnownMe(): Me | undefined {
  return useQuery<Me>({ queryKey: queryKeys.me, enabled: false, retry: false }).data;
}

/** The signed-in operator; an error with status 401 means none. Without network it is the last one the server confirmed. */
export function useMe(): UseQueryResult<Me> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.me,
    queryFn: async () => {
      try {
        const me = await client.api.getMe();
        storeMe(me);
        return me;
      } catch (error) {
        const kept = problemOf(error) === null ? storedMe() : null;
        if (kept === null) throw error;
        client.assumeOperator(kept.id);
        return kept;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
