import type { RouteAnswer, RouteQuery } from '@countersign/api/routes';
import { type KnowledgeCalls, knowledgeCalls } from '@countersign/client/calls/knowledge-calls';
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useClient } from './session/client-context.tsx';

/** No event reports what agents learn: counts are read again while they are shown. */
const freshMs = 10_000;
const root = 'knowledge';

/** The calls of the screens of knowledge. */
export function useKnowledge(): KnowledgeCalls {
  const client = useClient();
  return useMemo(() => knowledgeCalls(client.api.call), [client]);
}

/** Reads everything on screen again: a change of one memory can change any other list. */
export function useKnowledgeChanged(): () => Promise<void> {
  const cache = useQueryClient();
  return useCallback(() => cache.invalidateQueries({ queryKey: [root] }), [cache]);
}

/** The pages of a list that were read so far. */
export type Pages<Page> = UseInfiniteQueryResult<InfiniteData<Page>>;
type Cursor = { cursor?: string };

function usePages<Page extends { nextCursor: string | null }>(
  key: readonly unknown[],
  read: (cursor: Cursor, signal: AbortSignal) => Promise<Page>,
  enabled = true,
): Pages<Page> {
  return useInfiniteQuery({
    queryKey: [root, ...key],
    queryFn: ({ pageParam, signal }) =>
      read(pageParam === undefined ? {} : { cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The rows of all pages that were read. */
export const rowsOf = <Row>({ data }: Pages<{ items: Row[]; nextCursor: string | null }>): Row[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];

export type MemoryFilter = Omit<RouteQuery<'GET /api/knowledge/memories'>, 'cursor' | 'limit'>;
export type MemoryPage = RouteAnswer<'GET /api/knowledge/memories'>;
export function useMemories(filter: MemoryFilter): Pages<MemoryPage> {
  const api = useKnowledge();
  return usePages(['memories', filter], (cursor, signal) =>
    api.listMemories({ ...filter, ...cursor }, signal),
  );
}

export type MemoryDetail = RouteAnswer<'GET /api/knowledge/memories/:id'>;
export function useMemory(id: string): UseQueryResult<MemoryDetail> {
  const api = useKnowledge();
  return useQuery({ queryKey: [root, 'memory', id], queryFn: () => api.getMemory(id) });
}

export type MemoryValues = RouteAnswer<'GET /api/knowledge/values'>;
export function useMemoryValues(): UseQueryResult<MemoryValues> {
  const api = useKnowledge();
  return useQuery({ queryKey: [root, 'values'], queryFn: api.getMemoryValues });
}

export type MemoryGraph = RouteAnswer<'GET /api/knowledge/graph'>;
export function useMemoryGraph(id: string, depth: number): UseQueryResult<MemoryGraph> {
  const api = useKnowledge();
  return useQuery({
    queryKey: [root, 'graph', id, depth],
    queryFn: ({ signal }) => api.getMemoryGraph({ id, depth, limit: 60 }, signal),
    placeholderData: keepPreviousData,
  });
}

export type GivenFilter = Omit<RouteQuery<'GET /api/knowledge/given'>, 'cursor' | 'limit'>;
export type GivenPage = RouteAnswer<'GET /api/knowledge/given'>;
export function useGiven(filter: GivenFilter): Pages<GivenPage> {
  const api = useKnowledge();
  return usePages(['given', filter], (cursor, signal) =>
    api.listGiven({ ...filter, ...cursor, limit: 20 }, signal),
  );
}

export type KnowledgeFigures = RouteAnswer<'GET /api/knowledge/figures'>;
export function useKnowledgeFigures(): UseQueryResult<KnowledgeFigures> {
  const api = useKnowledge();
  return useQuery({
    queryKey: [root, 'figures'],
    queryFn: api.getKnowledgeFigures,
    refetchInterval: freshMs,
  });
}

export type KnowledgeSettingsState = RouteAnswer<'GET /api/knowledge/settings'>;
export function useKnowledgeSettings(): UseQueryResult<KnowledgeSettingsState> {
  const api = useKnowledge();
  return useQuery({ queryKey: [root, 'settings'], queryFn: api.getKnowledgeSettings });
}

export type ExtractionState = NonNullable<RouteQuery<'GET /api/knowledge/extractions'>['state']>;
export type ExtractionPage = RouteAnswer<'GET /api/knowledge/extractions'>;
export function useExtractions(state: ExtractionState): Pages<ExtractionPage> {
  const api = useKnowledge();
  return usePages(['extractions', state], (cursor, signal) =>
    api.listExtractions({ state, ...cursor }, signal),
  );
}

export type IncomingState = NonNullable<RouteQuery<'GET /api/knowledge/incoming'>['state']>;
export type IncomingPage = RouteAnswer<'GET /api/knowledge/incoming'>;
export function useIncoming(state: IncomingState): Pages<IncomingPage> {
  const api = useKnowledge();
  return usePages(['incoming', state], (cursor, signal) =>
    api.listIncoming({ state, ...cursor }, signal),
  );
}

export type QuestionState = NonNullable<RouteQuery<'GET /api/knowledge/questions'>['state']>;
export type QuestionPage = RouteAnswer<'GET /api/knowledge/questions'>;
export function useQuestions(state: QuestionState): Pages<QuestionPage> {
  const api = useKnowledge();
  return usePages(['questions', state], (cursor, signal) =>
    api.listQuestions({ state, ...cursor }, signal),
  );
}

export function useTakenPacks(): Pages<RouteAnswer<'GET /api/knowledge/packs'>> {
  const api = useKnowledge();
  return usePages(['packs'], (cursor, signal) => api.listPacks(cursor, signal));
}

export function useShared(): Pages<RouteAnswer<'GET /api/knowledge/shared'>> {
  const api = useKnowledge();
  return usePages(['shared'], (cursor, signal) => api.listShared({ ...cursor, limit: 20 }, signal));
}

export function useIdentity(): UseQueryResult<RouteAnswer<'GET /api/knowledge/identity'>> {
  const api = useKnowledge();
  return useQuery({ queryKey: [root, 'identity'], queryFn: api.getIdentity });
}

export function useAcceptedKeys(): UseQueryResult<RouteAnswer<'GET /api/knowledge/keys'>> {
  const api = useKnowledge();
  return useQuery({ queryKey: [root, 'keys'], queryFn: api.listKeys });
}

export function useSharingRules(): UseQueryResult<RouteAnswer<'GET /api/knowledge/rules'>> {
  const api = useKnowledge();
  return useQuery({ queryKey: [root, 'rules'], queryFn: api.listSharingRules });
}
