import type { PromptRow } from '@countersign/api/prompt-row';
import type { QueueFilterQuery } from '@countersign/client/calls/queue-calls';
import type { Client } from '@countersign/client/client';
import { type Query, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { readRows } from '../events/read-rows.ts';
import { queryKeys } from '../query-keys.ts';
import { useClient } from '../session/client-context.tsx';
import { useKnownRows } from './known-prompts.ts';

const PAGE = 200;

/** Every open prompt. */
const everything: QueueFilterQuery = { snoozed: 'any' };

/** The content of one page: its rows are in the store of prompts. */
interface SeenPage {
  ids: readonly string[];
  last: PromptRow | null;
  nextCursor: string | null;
}

/** Rows that were open and are on no page any more are read by their ids: their current state is shown. */
async function readMissed(client: Client, read: readonly PromptRow[]) {
  const here = new Set(read.map(({ id }) => id));
  const { rows: known } = client.prompts.known.getState();
  const missed = known.filter(({ id, state }) => state === 'open' && !here.has(id));
  const rows: PromptRow[] = [];
  for (let at = 0; at < missed.length; at += PAGE) {
    const ids = missed.slice(at, at + PAGE).map(({ id }) => id);
    rows.push(...(await readRows(client, { ids, limit: PAGE })).items);
  }
  return rows;
}

async function readPage(
  client: Client,
  { wish, cursor }: { wish: QueueFilterQuery; cursor: string | null },
): Promise<SeenPage> {
  const reading = client.prompts.read();
  try {
    const query = { ...wish, limit: PAGE, ...(cursor === null ? {} : { cursor }) };
    const { items, nextCursor } = await readRows(client, query);
    const isFirst = wish === everything && cursor === null;
    const missed = isFirst ? await readMissed(client, items) : [];
    reading.rows([...items, ...missed]);
    return { ids: items.map(({ id }) => id), last: items.at(-1) ?? null, nextCursor };
  } finally {
    reading.end();
  }
}

/** Only the server can search for text or a condition: rows contain neither the whole ask nor the message. */
export const needsServer = ({ q, condition }: QueueFilterQuery) =>
  (q ?? '').trim() !== '' || condition !== undefined;

/** Whether a query is about rows that the server has to find again when prompts change. */
export const isFoundByServer = ({ queryKey: [name, wish, filter] }: Query): boolean => {
  const asked = name === 'queue' ? wish : name === 'closed-prompts' ? filter : undefined;
  return needsServer((asked ?? {}) as QueueFilterQuery);
};

/** How far a queue is read. */
export interface QueuePages {
  /** The first page is here. */
  ready: boolean;
  error: Error | null;
  retry: () => void;
  /** Rows after this one are not read yet; null = every row is here. */
  border: PromptRow | null;
  /** Ids that the server has found; null = decided by the rows. */
  found: ReadonlySet<string> | null;
  hasMore: boolean;
  /** Reads the next page, unless it is being read. */
  more: () => void;
}

function usePages(wish: QueueFilterQuery, enabled: boolean) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: queryKeys.queue(wish),
    queryFn: ({ pageParam }) => readPage(client, { wish, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The pages of a queue, most urgent first. A filter is sent to the server only where the rows of this tab are not enough. */
export function useQueuePages(wish: QueueFilterQuery | null): QueuePages {
  const all = usePages(everything, true);
  const isNarrowed = wish !== null && Object.keys(wish).length > 0;
  const isAsked = isNarrowed && (needsServer(wish) || all.hasNextPage);
  const some = usePages(wish ?? everything, isAsked);
  const byServer = wish !== null && needsServer(wish);
  const pages = isAsked && (byServer || some.data !== undefined) ? some : all;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  return useMemo(() => {
    const read = data?.pages ?? [];
    return {
      ready: data !== undefined,
      error: data === undefined ? error : null,
      retry: () => void refetch(),
      border: hasNextPage ? (read.at(-1)?.last ?? null) : null,
      found: byServer ? new Set(read.flatMap(({ ids }) => ids)) : null,
      hasMore: hasNextPage,
      more: () => {
        if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
      },
    };
  }, [data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch, byServer]);
}

/** Reads on to the last page while `wanted`. */
export function useEveryPage({ hasMore, more }: QueuePages, wanted: boolean): void {
  useEffect(() => {
    if (wanted && hasMore) more();
  }, [wanted, hasMore, more]);
}

/** Rows of prompts as far as they are known. */
export interface Prompts {
  /** Those that are open, as far as the queue is read, and those that were closed in this session. Kept live by facts. */
  data: readonly PromptRow[] | undefined;
  pages: QueuePages;
}

export function usePrompts({ every = false }: { every?: boolean } = {}): Prompts {
  const pages = useQueuePages(null);
  useEveryPage(pages, every);
  const rows = useKnownRows();
  return { data: pages.ready ? rows : undefined, pages };
}
