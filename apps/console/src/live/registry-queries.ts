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
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
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

/** What the registry would do with an entry, as it is typed. `isCurrent`: it is about this entry, not about an earlier one. */
export function useServiceCheck(
  entry: Record<string, unknown>,
  id: string | null,
): UseQueryResult<CheckedService> & { isCurrent: boolean } {
  const client = useClient();
  const typed = JSON.stringify(entry);
  const asked = useThrottled(typed, 400);
  const query = useQuery({
    queryKey: ['registry', 'check', id, asked],
    queryFn: ({ signal }) =>
      client.api.call('POST /api/registry/check', {
        body: { entry: JSON.parse(asked), ...(id === null ? {} : { id }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Another one may be registered meanwhile.
    refetchInterval: freshMs,
  });
  return { ...query, isCurrent: asked === typed && !query.isPlaceholderData };
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
