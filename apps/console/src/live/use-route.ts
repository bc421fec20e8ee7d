import type { RouteAnswer, RouteName } from '@countersign/api/routes';
import type { Call, RouteRequest } from '@countersign/client/call';
import {
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useClient } from './session/client-context.tsx';

/** No event reports what changes below these paths: what is shown of them is read again. The first that fits counts. */
const freshMs: readonly (readonly [below: string, ms: number])[] = [
  ['/api/registry/leases', 2_000],
  ['/api/registry/', 5_000],
  ['/api/environment/', 5_000],
  ['/api/gateway/routes', 10_000],
];

interface RouteQuery<Name extends RouteName> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<RouteAnswer<Name>>;
}

/** The query of a route: its key is path, method, and what it is called with. */
export function routeQuery<Name extends RouteName>(
  call: Call,
  name: Name,
  request: RouteRequest<Name>,
): RouteQuery<Name> {
  const [method, path = ''] = name.split(' ');
  const ask = call as (name: Name, request: object) => Promise<RouteAnswer<Name>>;
  return {
    queryKey: [path, method, request],
    queryFn: ({ signal }) => ask(name, { ...request, signal }),
  };
}

/** What a route answers. Routes that are read are read again as the table above says. */
export function useRoute<Name extends RouteName>(
  name: Name,
  request: RouteRequest<Name>,
  options: Pick<
    UseQueryOptions<RouteAnswer<Name>>,
    'enabled' | 'placeholderData' | 'refetchInterval' | 'staleTime'
  > = {},
): UseQueryResult<RouteAnswer<Name>> {
  const { api } = useClient();
  const fresh = freshMs.find(([below]) => name.startsWith(`GET ${below}`))?.[1] ?? false;
  return useQuery<RouteAnswer<Name>>({
    refetchInterval: fresh,
    ...routeQuery(api.call, name, request),
    ...options,
  });
}

/** Reads again what is on screen of the routes below a path. */
export function useReadAgain(below: string): () => Promise<void> {
  const cache = useQueryClient();
  return () =>
    cache.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(below),
    });
}
