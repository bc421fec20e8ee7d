import type { Agent } from '@countersign/api/agent';
import type { Operator } from '@countersign/api/operator';
import type { Prompt } from '@countersign/api/prompt';
import type { Task } from '@countersign/api/task';
import type { Client } from '@countersign/client/client';
import {
  type QueryClient,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useClient } from './client-context.tsx';
import { keepMe, keptMe } from './kept-me.ts';
import { problemOf } from './problem-words.ts';
import { changeList, recordChanges } from './prompt-cache.ts';
import { queryKeys } from './query-keys.ts';

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

/** Prompts of this session that are no longer open keep their last word, so that no row vanishes under the operator. */
async function readPrompts(client: Client, cache: QueryClient): Promise<readonly Prompt[]> {
  const known = cache.getQueryData<readonly Prompt[]>(queryKeys.prompts) ?? [];
  const recorder = recordChanges(cache);
  try {
    return changeList(await readList(client, known), recorder.changes);
  } finally {
    recorder.stop();
  }
}

async function readList(client: Client, known: readonly Prompt[]): Promise<readonly Prompt[]> {
  const open = await everyPage((cursor) =>
    client.api.listPrompts({ state: 'open', limit: PAGE, ...(cursor ? { cursor } : {}) }),
  );
  const ids = new Set(open.map((prompt) => prompt.id));
  const rest = known.filter((prompt) => !ids.has(prompt.id)).slice(-PAGE);
  const closed = await Promise.all(
    rest.map((prompt) =>
      prompt.state === 'open' ? client.api.getPrompt(prompt.id).catch(() => null) : prompt,
    ),
  );
  return [...open, ...closed.filter((prompt) => prompt !== null)];
}

/** Every open prompt, and those seen in this session that were closed since. Kept live by facts. */
export function usePrompts(): UseQueryResult<readonly Prompt[]> {
  const client = useClient();
  const cache = useQueryClient();
  return useQuery({
    queryKey: queryKeys.prompts,
    queryFn: () => readPrompts(client, cache),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readPrompt(client: Client, cache: QueryClient, id: string): Promise<Prompt> {
  const recorder = recordChanges(cache);
  try {
    const prompt = await client.api.getPrompt(id);
    const later = recorder.changes.filter((change) => change.promptId === id);
    return later.reduce((known, change) => change.apply(known) ?? known, prompt);
  } finally {
    recorder.stop();
  }
}

/** One prompt in any state, kept live by facts. */
export function usePrompt(id: string | null): UseQueryResult<Prompt> {
  const client = useClient();
  const cache = useQueryClient();
  return useQuery({
    queryKey: queryKeys.prompt(id ?? ''),
    queryFn: () => readPrompt(client, cache, id ?? ''),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    initialData: () =>
      cache.getQueryData<readonly Prompt[]>(queryKeys.prompts)?.find((prompt) => prompt.id === id),
  });
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

/** Nobody ever started anything here: false until that is known. Asked for one task, not for all. */
export function useIsWithoutTasks(enabled: boolean): boolean {
  const client = useClient();
  const first = useQuery({
    queryKey: queryKeys.anyTask,
    queryFn: async () => (await client.api.listTasks({ limit: 1 })).items.length,
    enabled,
  });
  return enabled && first.data === 0;
}

export function useTask(id: string): UseQueryResult<Task> {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.task(id), queryFn: () => client.api.getTask(id) });
}

export function useAgents(): UseQueryResult<Agent[]> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.agents,
    queryFn: async () => (await client.api.listAgents()).items,
  });
}

/** Who is signed in as far as this tab knows already; asks nobody. */
export function useKnownMe(): Operator | undefined {
  return useQuery<Operator>({ queryKey: queryKeys.me, enabled: false, retry: false }).data;
}

/** Who is signed in; an error with status 401 means nobody. Without network it is who was when the server last said so. */
export function useMe(): UseQueryResult<Operator> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.me,
    queryFn: async () => {
      try {
        const me = await client.api.getMe();
        keepMe(me);
        return me;
      } catch (error) {
        const kept = problemOf(error) === null ? keptMe() : null;
        if (kept === null) throw error;
        client.assumeOperator(kept.id);
        return kept;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
