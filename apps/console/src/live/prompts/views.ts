import type { CreateView, SavedView } from '@countersign/api/prompts/view';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys } from '../query-keys.ts';
import { useClient } from '../session/client-context.tsx';

/** The operator's own views and those that are shared, as the server last listed them. */
export function useViews(): UseQueryResult<SavedView[]> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.views,
    queryFn: async () => (await client.api.listViews()).items,
  });
}

export interface ViewActions {
  create: (body: CreateView) => Promise<SavedView>;
  change: (id: string, body: CreateView) => Promise<SavedView>;
  remove: (id: string) => Promise<void>;
  /** Others may have shared one since. */
  readAgain: () => void;
}

/** Changes to views; the list is read again after each, also after a refusal. */
export function useViewActions(): ViewActions {
  const client = useClient();
  const cache = useQueryClient();
  return useMemo(() => {
    const { api } = client;
    const readAgain = () => void cache.invalidateQueries({ queryKey: queryKeys.views });
    const thenRefetch = <T>(work: Promise<T>): Promise<T> => work.finally(readAgain);
    return {
      create: (body) => thenRefetch(api.createView(body)),
      change: (id, body) => thenRefetch(api.updateView(id, body)),
      remove: (id) => thenRefetch(api.deleteView(id)),
      readAgain,
    };
  }, [client, cache]);
}
