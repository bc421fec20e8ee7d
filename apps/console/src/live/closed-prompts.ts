import type { Prompt } from '@countersign/api/prompt';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from './client-context.tsx';
import { usePrompts } from './queries.ts';
import { queryKeys } from './query-keys.ts';

/** As many are read of what is over; an inbox is no archive. */
const MAX_CLOSED = 200;

/** Which closed prompts are wanted; null = none. */
export type ClosedWish = 'answered' | 'unseen' | null;

/**
 * The prompts that were closed last, read when they are asked for; what closes meanwhile is heard of as everything else and
 * joins them.
 */
export function useClosedPrompts(wish: ClosedWish): UseQueryResult<readonly Prompt[]> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.closedPrompts(wish ?? ''),
    queryFn: async () => {
      const unseen = wish === 'unseen' ? { defaulted: true, seen: false } : {};
      const query = { state: 'answered', order: 'closed', limit: MAX_CLOSED, ...unseen } as const;
      return (await client.api.listPrompts(query)).items;
    },
    enabled: wish !== null,
  });
}

/** The prompts of a queue: the open ones, or with them those that are over. Of both the one that is kept live counts. */
export function useQueuePrompts(wish: ClosedWish): UseQueryResult<readonly Prompt[]> {
  const open = usePrompts();
  const closed = useClosedPrompts(wish);
  const data = useMemo(() => {
    if (open.data === undefined || closed.data === undefined) return undefined;
    const known = new Set(open.data.map(({ id }) => id));
    return [...open.data, ...closed.data.filter(({ id }) => !known.has(id))];
  }, [open.data, closed.data]);
  if (wish === null || open.data === undefined) return open;
  return { ...closed, data } as UseQueryResult<readonly Prompt[]>;
}

/** What was closed after a moment (epoch ms), the last one first. */
export function useClosedSince(from: number | null): UseQueryResult<readonly Prompt[]> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.closedPrompts(`after ${String(from)}`),
    queryFn: async () => {
      const query = { order: 'closed', closedAfter: from ?? 0, limit: MAX_CLOSED } as const;
      return (await client.api.listPrompts(query)).items;
    },
    enabled: from !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
