import type { RegistryDetail, RegistryHits, RegistryList } from '@countersign/api/registry';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from './client-context.tsx';

/** Leases change without an event: what is shown is read again. A tab in the background does not. */
const freshMs = 5_000;

/** The registered services that contain a text. */
export function useServices(filter: string): UseQueryResult<RegistryList> {
  const client = useClient();
  return useQuery({
    queryKey: ['registry', 'list', filter],
    queryFn: ({ signal }) => client.api.listServices(filter, signal),
    refetchInterval: freshMs,
    placeholderData: keepPreviousData,
  });
}

/** One registered service, and what it says about itself. */
export function useService(id: string): UseQueryResult<RegistryDetail> {
  const client = useClient();
  return useQuery({
    queryKey: ['registry', 'service', id],
    queryFn: () => client.api.getService(id),
    refetchInterval: freshMs,
  });
}

/** Services by what they can do; `''` asks nothing. */
export function useServiceSearch(query: string): UseQueryResult<RegistryHits> {
  const client = useClient();
  return useQuery({
    queryKey: ['registry', 'search', query],
    queryFn: ({ signal }) => client.api.searchServices(query, signal),
    enabled: query !== '',
    staleTime: freshMs,
  });
}
