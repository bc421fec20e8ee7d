import type { GatewayHistory, GatewayRoute } from '@countersign/api/gateway';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from './client-context.tsx';

/** Of all that is read of the gateway. */
export const gatewayKey = ['gateway'] as const;

/** The routes of the gateway with their policies. Services come and go without an event: it is read again. */
export function useGatewayRoutes(): UseQueryResult<GatewayRoute[]> {
  const client = useClient();
  return useQuery({
    queryKey: [...gatewayKey, 'routes'],
    queryFn: async ({ signal }) =>
      (await client.api.call('GET /api/gateway/routes', { signal })).items,
    refetchInterval: 10_000,
  });
}

/** What has become of routes and policies. */
export function useGatewayHistory(): UseQueryResult<GatewayHistory> {
  const client = useClient();
  return useQuery({
    queryKey: [...gatewayKey, 'history'],
    queryFn: ({ signal }) => client.api.call('GET /api/gateway/history', { signal }),
  });
}
