import type { Operator } from '@countersign/api/operator';
import type { QueueCounts } from '@countersign/api/prompts/queue';
import type { QueueFilterQuery } from '@countersign/client/calls/queue-calls';
import { useMemo } from 'react';
import { askedOf, type QueueFilter } from '../../features/inbox/queue-filter.ts';
import { type Queue, useQueue } from '../../features/inbox/use-queue.ts';
import { type QueueRows, useQueueRows } from '../../live/prompts/closed-prompts.ts';
import { useQueueCounts } from '../../live/prompts/queue-counts.ts';
import { useEveryPage, usePrompts } from '../../live/prompts/queue-pages.ts';
import { filterOf } from './inbox-search.ts';
import type { InboxPlace } from './use-inbox-place.ts';

/** The rows that an address asks for. */
export interface InboxRows {
  filter: QueueFilter;
  /** The filter as the server is asked. */
  asked: QueueFilterQuery;
  /** Equal prompts share a row. */
  grouped: boolean;
  prompts: QueueRows;
  queue: Queue;
  /** How many match the filter, and how many there are in total, where not all are read; null = count the rows. */
  counts: QueueCounts | null;
  reported: QueueCounts | null;
}

export function useInboxRows(
  { search, selectedId, tableName }: Pick<InboxPlace, 'search' | 'selectedId' | 'tableName'>,
  { me, now }: { me: Operator | null; now: number },
): InboxRows {
  const filter = useMemo(() => filterOf(search), [search]);
  const asked = useMemo(() => askedOf(filter), [filter]);
  const grouped = search.group === 'equal';
  const prompts = useQueueRows(asked, filter.show ?? null);
  const { border, found, hasMore } = prompts.pages;
  // Equal prompts are counted, and named in the filter, when all pages are here.
  useEveryPage(prompts.pages, grouped);
  const counts = useQueueCounts(hasMore && asked.condition === undefined, asked);
  const reported = useQueueCounts(usePrompts().pages.hasMore);
  const beside = { promptId: selectedId, table: tableName !== null };
  const queue = useQueue(prompts.data, { filter, me, grouped, now, found, border }, beside);
  return { filter, asked, grouped, prompts, queue, counts, reported };
}
