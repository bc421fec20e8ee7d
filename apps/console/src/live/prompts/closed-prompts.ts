import type { PromptRow } from '@countersign/api/prompt-row';
import type { QueueFilterQuery } from '@countersign/client/calls/queue-calls';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readRows } from '../events/read-rows.ts';
import { queryKeys } from '../query-keys.ts';
import { useClient } from '../session/client-context.tsx';
import { useKnownRows } from './known-prompts.ts';
import { needsServer, type QueuePages, useQueuePages } from './queue-pages.ts';

/** Maximum number of closed prompts that are read; an inbox is no archive. */
const MAX_CLOSED = 200;

/** Which closed prompts are wanted; null = none. */
export type ClosedRequest = 'answered' | 'unseen' | null;

/**
 * The most recently closed prompts within a filter, read on request; prompts that close meanwhile are received as facts and added.
 */
export function useClosedPrompts(
  wish: ClosedRequest,
  filter: QueueFilterQuery,
): UseQueryResult<readonly PromptRow[]> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.closedPrompts(wish ?? '', filter),
    queryFn: async ({ signal }) => {
      const query = { ...filter, show: wish ?? 'answered', limit: MAX_CLOSED };
      return (await readRows(client, query, signal)).items;
    },
    enabled: wish !== null,
    // Rows that match by themselves may stay until the others have been read.
    ...(needsServer(filter) ? {} : { placeholderData: keepPreviousData }),
  });
}

/** The rows of a queue, and how far it has been read. */
export interface QueueRows {
  data: readonly PromptRow[] | undefined;
  error: Error | null;
  retry: () => void;
  pages: QueuePages;
}

/** The rows of a queue: the open ones, optionally with the closed ones. If a prompt is in both, the live one counts. */
export function useQueueRows(filter: QueueFilterQuery, wish: ClosedRequest): QueueRows {
  const open = useKnownRows();
  const openPages = useQueuePages(wish === null ? filter : null);
  const closed = useClosedPrompts(wish, filter);
  const pages = useMemo(() => {
    if (wish === null) return openPages;
    const found = needsServer(filter) ? new Set((closed.data ?? []).map(({ id }) => id)) : null;
    return { ...openPages, found };
  }, [openPages, wish, filter, closed.data]);
  const data = useMemo(() => {
    if (!pages.ready) return undefined;
    if (wish === null) return open;
    if (closed.data === undefined) return undefined;
    const known = new Set(open.map(({ id }) => id));
    return [...open, ...closed.data.filter(({ id }) => !known.has(id))];
  }, [pages.ready, open, closed.data, wish]);
  if (wish === null || !pages.ready) return { data, error: pages.error, retry: pages.retry, pages };
  return { data, error: closed.error, retry: () => void closed.refetch(), pages };
}

/** What was closed after a moment (epoch ms), the last one first. */
export function useClosedSince(from: number | null): UseQueryResult<readonly PromptRow[]> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.closedPrompts(`after ${String(from)}`),
    queryFn: async () => {
      const query = { show: 'closed', closedAfter: from ?? 0, limit: MAX_CLOSED } as const;
      return (await readRows(client, query)).items;
    },
    enabled: from !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
