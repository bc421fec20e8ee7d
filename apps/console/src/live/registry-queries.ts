import type {
  CheckedService,
  RegistryDetail,
  RegistryHits,
  RegistryLeases,
  RegistryList,
  RegistryTreeView,
  ServiceHistory,
  TreeServices,
} from '@countersign/api/registry';
import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useThrottled } from '../ui/use-throttled.ts';
import { useClient } from './client-context.tsx';

/** Leases change without an event: what is shown is read again. A tab in the background does not. */
const freshMs = 5_000;

/** The registered services that contain a text. */
export function useServices(filter: string): UseQueryResult<RegistryList> {
  const client = useClient();
  return useQuery({
    queryKey: ['registry', 'list', filter],
    queryFn: ({ signal }) =>
      client.api.call('GET /api/registry/services', {
        query: filter === '' ? {} : { q: filter },
        signal,
      }),
    refetchInterval: freshMs,
    placeholderData: keepPreviousData,
  });
}

/** One registered service, and what it says about itself. */
export function useService(id: string): UseQueryResult<RegistryDetail> {
  const client = useClient();
  return useQuery({
    queryKey: ['registry', 'service', id],
    queryFn: () => client.api.call('GET /api/registry/services/:id', { params: { id } }),
    refetchInterval: freshMs,
  });
}

/** Services by what they can do; `''` asks nothing. */
export function useServiceSearch(query: string): UseQueryResult<RegistryHits> {
  const client = useClient();
  return useQuery({
    queryKey: ['registry', 'search', query],
    queryFn: ({ signal }) =>
      client.api.call('POST /api/registry/search', { body: { query }, signal }),
    enabled: query !== '',
    staleTime: freshMs,
  });
}

/** The leases of services, read often: their end is near. */
export function useLeases(): UseQueryResult<RegistryLeases> {
  const client = useClient();
  return useQuery({
    queryKey: ['registry', 'leases'],
    queryFn: ({ signal }) => client.api.call('GET /api/registry/leases', { signal }),
    refetchInterval: 2_000,
  });
}

/** What has become of a service. */
export function useServiceHistory(id: string): UseQueryResult<ServiceHistory> {
  const client = useClient();
  return useQuery({
    queryKey: ['registry', 'history', id],
    queryFn: ({ signal }) =>
      client.api.call('GET /api/registry/services/:id/history', { params: { id }, signal }),
    refetchInterval: freshMs,
  });
}

interface ServiceCheck {
  /** It is about this entry, not about an earlier one. */
  isCurrent: boolean;
  /** Does not wait until nobody types any more. */
  checkNow: () => Promise<CheckedService>;
}

/** What the registry would do with an entry, as it is typed. */
export function useServiceCheck(
  entry: Record<string, unknown>,
  id: string | null,
): UseQueryResult<CheckedService> & ServiceCheck {
  const client = useClient();
  const cache = useQueryClient();
  const typed = JSON.stringify(entry);
  const asked = useThrottled(typed, 400);
  const checkOf = (text: string) =>
    queryOptions({
      queryKey: ['registry', 'check', id, text],
      queryFn: ({ signal }) =>
        client.api.call('POST /api/registry/check', {
          body: { entry: JSON.parse(text), ...(id === null ? {} : { id }) },
          signal,
        }),
    });
  const query = useQuery({
    ...checkOf(asked),
    placeholderData: keepPreviousData,
    // Another one may be registered meanwhile.
    refetchInterval: freshMs,
  });
  const checkNow = () => cache.fetchQuery(checkOf(typed));
  return { ...query, isCurrent: asked === typed && !query.isPlaceholderData, checkNow };
}

/** The registries below this one, and the connection to the one above. */
export function useRegistryTree(): UseQueryResult<RegistryTreeView> {
  const client = useClient();
  return useQuery({
    queryKey: ['registry', 'tree'],
    queryFn: ({ signal }) => client.api.call('GET /api/registry/tree', { signal }),
    refetchInterval: freshMs,
  });
}

/** What is registered with a registry of the tree. */
export function useTreeServices(id: string): UseQueryResult<TreeServices> {
  const client = useClient();
  return useQuery({
    queryKey: ['registry', 'tree', id],
    queryFn: ({ signal }) =>
      client.api.call('GET /api/registry/tree/:id/services', { params: { id }, signal }),
    refetchInterval: freshMs,
  });
}
