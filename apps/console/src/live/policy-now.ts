import type { Policy } from '@countersign/api/policy';
import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-context.tsx';

/** The policy of every class as it is now; null until it is known. */
export function usePolicy(): Policy | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['policy'],
    queryFn: () => client.api.getPolicy(),
    staleTime: 60_000,
  });
  return data ?? null;
}
