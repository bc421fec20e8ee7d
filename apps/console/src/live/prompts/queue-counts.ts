import type { QueueCounts, QueueValues } from '@countersign/api/prompts/queue';
import type { QueueFilterQuery } from '@countersign/client/calls/queue-calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../query-keys.ts';
import { useClient } from '../session/client-context.tsx';

const everything: QueueFilterQuery = { snoozed: 'any' };

/** How many prompts are open, counted by the server where not all rows are here; null = count the rows. */
export function useQueueCounts(
  hasMore: boolean,
  filter: QueueFilterQuery = everything,
): QueueCounts | null {
  const client = useClient();
  const counts = useQuery({
    queryKey: [...queryKeys.counts, filter],
    queryFn: ({ signal }) => client.api.getQueueCounts(filter, signal),
    enabled: hasMore,
    placeholderData: keepPreviousData,
  });
  return hasMore ? (counts.data ?? null) : null;
}

/** Agents and tasks of the open prompts, from the server where not all rows are here; null = they are taken from the rows. */
export function useQueueValues(isPartial: boolean): QueueValues | null {
  const client = useClient();
  const values = useQuery({
    queryKey: [...queryKeys.counts, 'values'],
    queryFn: ({ signal }) => client.api.getQueueValues(signal),
    enabled: isPartial,
  });
  return isPartial ? (values.data ?? null) : null;
}
