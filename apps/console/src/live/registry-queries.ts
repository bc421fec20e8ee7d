import type { CheckedService } from '@countersign/api/registry';
import {
  keepPreviousData,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useThrottled } from '../ui/hooks/use-throttled.ts';
import { useClient } from './session/client-context.tsx';
import { routeQuery } from './use-route.ts';

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
  const { api } = useClient();
  const cache = useQueryClient();
  const typed = JSON.stringify(entry);
  const asked = useThrottled(typed, 400);
  const checkOf = (text: string) =>
    routeQuery(api.call, 'POST /api/registry/check', {
      body: { entry: JSON.parse(text), ...(id === null ? {} : { id }) },
    });
  const query = useQuery({
    ...checkOf(asked),
    placeholderData: keepPreviousData,
    // Another one may be registered meanwhile.
    refetchInterval: 5_000,
  });
  const checkNow = () => cache.fetchQuery(checkOf(typed));
  return { ...query, isCurrent: asked === typed && !query.isPlaceholderData, checkNow };
}
