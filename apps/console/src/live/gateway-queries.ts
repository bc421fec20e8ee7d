import type { GatewayRoute } from '@countersign/api/gateway';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from './client-context.tsx';

export const gatewayKey = ['gateway', 'routes'] as const;

/** The routes of the gateway with their policies. Services come and go without an event: it is read again. */
export function useGatewayRoutes(): UseQueryResult<GatewayRoute[]> {
  const client = useClient();
  return useQuery({
    queryKey: gatewayKey,
    queryFn: async ({ signal }) =>
      (await client.api.call('GET /api/gateway/routes', { signal })).items,
    refetchInterval: 10_000,
  });
}
