import type { QueueCounts, QueueGroup, QueueValues } from '@countersign/api/prompts/queue';
import type { QueueFilterQuery } from '@countersign/client/calls/queue-calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys } from '../query-keys.ts';
import { useClient } from '../session/client-context.tsx';

const none: readonly QueueGroup[] = [];
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

/** How many equal prompts there are, by class, from the server where not all rows are here; null = count the rows. */
export function useQueueGroups(
  isPartial: boolean,
  filter: QueueFilterQuery = everything,
): ReadonlyMap<string, QueueGroup> | null {
  const client = useClient();
  const { data, isError } = useQuery({
    queryKey: [...queryKeys.counts, 'groups', filter],
    queryFn: ({ signal }) => client.api.getQueueGroups(filter, signal),
    enabled: isPartial,
    placeholderData: keepPreviousData,
  });
  // Without the counts, equal prompts share a row as far as they are here.
  const groups = isPartial ? (data?.groups ?? (isError ? none : undefined)) : undefined;
  return useMemo(
    () => (groups === undefined ? null : new Map(groups.map((group) => [group.classKey, group]))),
    [groups],
  );
}
