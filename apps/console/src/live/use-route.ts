import type { RouteAnswer, RouteName, RouteQuery as Sent } from '@countersign/api/routes';
import type { Call, RouteRequest } from '@countersign/client/call';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useClient } from './session/client-context.tsx';

const kept = { staleTime: Number.POSITIVE_INFINITY };
const every = (refetchInterval: number) => ({ refetchInterval });

/**
 * How what is read below a path stays true while it is shown; the first that fits counts. `kept` = the stream reports every change
 * (`stale-lists.ts`), or there is none. What no event reports is read again.
 */
const freshness: readonly (readonly [
  below: string,
  options: typeof kept | { refetchInterval: number },
])[] = [
  ['/api/registry/leases', every(2_000)],
  ['/api/registry/', every(5_000)],
  ['/api/environment/', every(5_000)],
  ['/api/gateway/routes', every(10_000)],
  ['/api/knowledge/figures', every(10_000)],
  ['/api/agents/:id/figures', every(5_000)],
  ['/api/agents/:id/card', { staleTime: 60_000 }],
  ['/api/protocols', kept],
  ['/api/rules', kept],
  ['/api/policy', kept],
  ['/api/webhooks', kept],
  ['/api/operators', kept],
  ['/api/groups', kept],
  ['/api/open-sessions', every(10_000)],
  // No event reports a call of a program.
  ['/api/programs', { staleTime: 0 }],
];

/** The key of what a route answers: its path, its method, and what it is called with. */
export function routeKey<Name extends RouteName>(
  name: Name,
  request: RouteRequest<Name>,
): readonly [path: string, method: string, request: RouteRequest<Name>] {
  const [method = '', path = ''] = name.split(' ');
  return [path, method, request];
}

interface RouteQuery<Name extends RouteName> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<RouteAnswer<Name>>;
}

export function routeQuery<Name extends RouteName>(
  call: Call,
  name: Name,
  request: RouteRequest<Name>,
): RouteQuery<Name> {
  const ask = call as (name: Name, request: object) => Promise<RouteAnswer<Name>>;
  return {
    queryKey: routeKey(name, request),
    queryFn: ({ signal }) => ask(name, { ...request, signal }),
  };
}

/** What a route answers, or what `select` takes of it. */
export function useRoute<Name extends RouteName, Data = RouteAnswer<Name>>(
  name: Name,
  request: RouteRequest<Name>,
  options: Pick<
    UseQueryOptions<RouteAnswer<Name>, Error, Data>,
    'enabled' | 'placeholderData' | 'refetchInterval' | 'select' | 'staleTime'
  > = {},
): UseQueryResult<Data> {
  const { api } = useClient();
  const fresh = freshness.find(([below]) => name.startsWith(`GET ${below}`))?.[1];
  return useQuery<RouteAnswer<Name>, Error, Data>({
    ...fresh,
    ...routeQuery(api.call, name, request),
    ...options,
  });
}

/** To select the rows of a list that is answered whole. */
export const itemsOf = <Row>({ items }: { items: Row[] }): Row[] => items;

/** The pages of a list that were read so far. */
export type Pages<Page> = UseInfiniteQueryResult<InfiniteData<Page>>;

/** A list that a route answers page by page. */
export function useRoutePages<Name extends RouteName>(
  name: RouteAnswer<Name> extends { nextCursor: string | null } ? Name : never,
  query: Omit<Sent<Name>, 'cursor'>,
): Pages<RouteAnswer<Name>> {
  const { api } = useClient();
  const [method, path] = name.split(' ');
  const read = api.call as (name: Name, request: object) => Promise<RouteAnswer<Name>>;
  return useInfiniteQuery({
    queryKey: [path, method, { query }, 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(name, { query: { ...query, ...(cursor === undefined ? {} : { cursor }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as { nextCursor: string | null }).nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** The rows of all pages that were read. */
export const rowsOf = <Row>({ data }: Pages<{ items: Row[]; nextCursor: string | null }>): Row[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];

/** Reads again what is on screen of the routes below a path, for example because of a fact. */
export const readAgain = (cache: QueryClient, below: string): Promise<void> =>
  cache.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(below),
  });

export function useReadAgain(below: string): () => Promise<void> {
  const cache = useQueryClient();
  return () => readAgain(cache, below);
}

/** Calls a route, and reads again what is on screen of its part of the server: a change of one thing can change any list of it. */
export function useChange(): Call {
  const cache = useQueryClient();
  const { call } = useClient().api;
  return async (name, ...request) => {
    const answer = await call(name, ...request);
    await readAgain(cache, /\/api\/[^/]+/.exec(name)?.[0] ?? name);
    return answer;
  };
}
