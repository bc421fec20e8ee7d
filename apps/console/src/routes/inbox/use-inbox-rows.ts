import type { Operator } from '@countersign/api/operator';
import type { QueueCounts, QueueGroup } from '@countersign/api/prompts/queue';
import type { QueueFilterQuery } from '@countersign/client/calls/queue-calls';
import { useMemo } from 'react';
import { askedOf, type QueueFilter } from '../../features/inbox/queue-filter.ts';
import type { Grouping } from '../../features/inbox/queue-order.ts';
import { type Queue, useQueue } from '../../features/inbox/use-queue.ts';
import { type QueueRows, useQueueRows } from '../../live/prompts/closed-prompts.ts';
import { useQueueCounts, useQueueGroups } from '../../live/prompts/queue-counts.ts';
import { useEveryPage, usePrompts } from '../../live/prompts/queue-pages.ts';
import { filterOf } from './inbox-search.ts';
import type { InboxPlace } from './use-inbox-place.ts';

const groupings: Record<'equal' | 'none' | 'many', Grouping> = {
  equal: 'all',
  none: 'none',
  many: 'many',
};

/** The rows that an address asks for. */
export interface InboxRows {
  filter: QueueFilter;
  /** The filter as the server is asked. */
  asked: QueueFilterQuery;
  /** Equal prompts share a row. */
  grouped: boolean;
  /** Equal prompts as the server counts them, where not all rows are read; null = count the rows. */
  counted: ReadonlyMap<string, QueueGroup> | null;
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
  const grouping = groupings[search.group ?? 'many'];
  const prompts = useQueueRows(asked, filter.show ?? null);
  const { border, found, hasMore } = prompts.pages;
  const isPartial = hasMore && asked.condition === undefined && filter.show === undefined;
  const counted = useQueueGroups(isPartial && grouping !== 'none', asked);
  // Pairs are found when all pages are here; the server counts larger groups.
  useEveryPage(prompts.pages, grouping === 'all');
  const counts = useQueueCounts(hasMore && asked.condition === undefined, asked);
  const reported = useQueueCounts(usePrompts().pages.hasMore);
  const beside = { promptId: selectedId, table: tableName !== null };
  const wish = { filter, me, grouping, counted, now, found, border };
  // The first drawing waits for the counts: rows that are drawn do not move by themselves.
  const isCounted = grouping === 'none' || !isPartial || counted !== null;
  const data = isCounted ? prompts.data : undefined;
  const queue = useQueue(data, wish, beside);
  const grouped =
    grouping === 'all' ||
    (grouping === 'many' && queue.rows.some(({ classKey }) => classKey !== null));
  return {
    filter,
    asked,
    grouped,
    counted,
    prompts: { ...prompts, data },
    queue,
    counts,
    reported,
  };
}
