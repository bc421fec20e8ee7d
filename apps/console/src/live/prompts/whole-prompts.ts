import type { Prompt } from '@countersign/api/prompt';
import type { Client } from '@countersign/client/client';
import {
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../query-keys.ts';
import { useClient } from '../session/client-context.tsx';
import { useKnownPrompts } from './known-prompts.ts';

/** Whole prompts one request asks for: one of them may have a megabyte. */
const BATCH = 50;

type Waiting = { give: (prompt: Prompt) => void; refuse: (error: unknown) => void };
const waiting = new WeakMap<Client, Map<string, Waiting[]>>();

/** Reads a whole prompt; those that are asked for in one go are one request. */
function readTogether(client: Client, id: string): Promise<Prompt> {
  let wanted = waiting.get(client);
  if (wanted === undefined) {
    wanted = new Map();
    waiting.set(client, wanted);
    queueMicrotask(() => {
      const all = waiting.get(client) ?? new Map<string, Waiting[]>();
      waiting.delete(client);
      const ids = [...all.keys()];
      for (let at = 0; at < ids.length; at += BATCH)
        void readBatch(client, new Map([...all].slice(at, at + BATCH)));
    });
  }
  const before = wanted.get(id) ?? [];
  return new Promise((give, refuse) => wanted.set(id, [...before, { give, refuse }]));
}

async function readBatch(client: Client, batch: ReadonlyMap<string, readonly Waiting[]>) {
  const settle = (id: string, end: (one: Waiting) => void) => batch.get(id)?.forEach(end);
  const alone = async (id: string) => {
    try {
      const prompt = await client.api.getPrompt(id);
      settle(id, ({ give }) => give(prompt));
    } catch (error) {
      settle(id, ({ refuse }) => refuse(error));
    }
  };
  const ids = [...batch.keys()];
  if (ids.length === 1) return alone(ids[0] ?? '');
  try {
    const { items } = await client.api.listPrompts({ ids, limit: BATCH });
    for (const prompt of items) settle(prompt.id, ({ give }) => give(prompt));
    const found = new Set(items.map((prompt) => prompt.id));
    // The page was cut, or there is none with this id: it is read separately, or its error is reported.
    await Promise.all(ids.filter((id) => !found.has(id)).map(alone));
  } catch (error) {
    for (const id of ids) settle(id, ({ refuse }) => refuse(error));
  }
}

/** A prompt that changes faster than it can be read is shown as it was; its next change has it read again. */
const maxReadings = 5;

/** The prompt as the server has it now, or as facts have it that came meanwhile. Rejects when it cannot be read. */
export async function readWhole(client: Client, id: string): Promise<Prompt> {
  for (let reading = 1; ; reading += 1) {
    const { prompt, isCurrent } = await readOnce(client, id);
    // The query that asks is still pending: to call it outdated now would have no effect.
    if (isCurrent || reading === maxReadings) return prompt;
  }
}

async function readOnce(client: Client, id: string) {
  const reading = client.prompts.read();
  try {
    const prompt = await readTogether(client, id);
    const isCurrent = reading.whole(prompt);
    return { prompt: client.prompts.known.getState().whole.get(id) ?? prompt, isCurrent };
  } finally {
    reading.end();
  }
}

/** That a prompt was read completely; its current state, and whether it has to be read again, are in the store. */
function wholeQuery(client: Client, id: string) {
  const isKnown = () => client.prompts.known.getState().whole.has(id);
  return queryOptions({
    queryKey: queryKeys.prompt(id),
    queryFn: async () => (await readWhole(client, id)).id,
    initialData: () => (isKnown() ? id : undefined),
    staleTime: () => (isKnown() ? Number.POSITIVE_INFINITY : 0),
  });
}

/** The current state of one prompt, and the status of reading it. */
export interface WholePrompt {
  data: Prompt | undefined;
  error: Error | null;
  isError: boolean;
  isPending: boolean;
  refetch: () => Promise<unknown>;
}

/** One prompt in any state, whole, kept live by facts. */
export function usePrompt(id: string | null): WholePrompt {
  const client = useClient();
  const read = useQuery({ ...wholeQuery(client, id ?? ''), enabled: id !== null });
  const [data] = useKnownPrompts(id === null ? none : [id]);
  const { error, isError, refetch } = read;
  return { data, error, isError, isPending: data === undefined && !isError, refetch };
}

const none: readonly string[] = [];

/** What was read of several prompts, whole and live, in their order. */
export interface WholePrompts {
  prompts: readonly Prompt[];
  /** None of them is still being read. */
  complete: boolean;
  error: Error | null;
  /** Reads those again that could not be read. */
  retry: () => void;
}

const combine = (results: readonly UseQueryResult<string>[]): Omit<WholePrompts, 'prompts'> => ({
  complete: results.every(({ isPending }) => !isPending),
  error: results.find(({ error }) => error !== null)?.error ?? null,
  retry() {
    for (const { isError, refetch } of results) if (isError) void refetch();
  },
});

/** Several whole prompts, read in batches. */
export function useWholePrompts(ids: readonly string[]): WholePrompts {
  const client = useClient();
  const reads = useQueries({ queries: ids.map((id) => wholeQuery(client, id)), combine });
  return { ...reads, prompts: useKnownPrompts(ids) };
}

/** Reads prompts before they are opened, in one request; those that are here already are not read again. */
export function usePrefetchPrompts(ids: readonly string[]): void {
  const client = useClient();
  const cache = useQueryClient();
  const key = ids.join(',');
  useEffect(() => {
    for (const id of key.split(','))
      if (id !== '') void cache.prefetchQuery(wholeQuery(client, id));
  }, [client, cache, key]);
}
