import type { Operator } from '@countersign/api/operator';
import type { PromptRow } from '@countersign/api/prompt-row';
import { useMemo } from 'react';
import { type TableOf, tableRows } from '../../features/inbox/table-rows.ts';
import { useQueueCounts } from '../../live/prompts/queue-counts.ts';
import { useEveryPage, useQueuePages } from '../../live/prompts/queue-pages.ts';
import { SELECTED } from './inbox-search.ts';
import type { InboxRows } from './use-inbox-rows.ts';
import { type TablePrompts, useTablePrompts } from './use-table-prompts.ts';

export interface InboxTable extends TablePrompts {
  /** Its name in the address. */
  name: string;
  /** How many belong in it, those that are not read counted. */
  total: number;
}

interface TablePlace {
  /** Its name in the address; null = there is none. */
  name: string | null;
  picked: ReadonlySet<string>;
  me: Operator | null;
}

const none: readonly PromptRow[] = [];

/** The table next to the queue; null = there is none. */
export function useInboxTable(
  { name, picked, me }: TablePlace,
  { asked, filter, prompts }: Pick<InboxRows, 'asked' | 'filter' | 'prompts'>,
): InboxTable | null {
  const ofClass = useMemo(
    () => (name === null || name === SELECTED ? null : { ...asked, class: name }),
    [asked, name],
  );
  const pages = useQueuePages(ofClass);
  // All rows of the table are answered together: none may be missing because it is not read.
  useEveryPage(pages, ofClass !== null);
  const counts = useQueueCounts(ofClass !== null && pages.hasMore, ofClass ?? undefined);
  const { data } = prompts;
  const { found } = prompts.pages;
  const belonging = useMemo(() => {
    if (name === null) return none;
    const of: TableOf =
      name === SELECTED
        ? { kind: 'selected', ids: picked }
        : { kind: 'class', classKey: name, filter, me, found };
    return tableRows(data ?? none, of);
  }, [name, data, picked, filter, me, found]);
  // Before the rows are known a table has none, and none is what it would be drawn with.
  const table = useTablePrompts(data === undefined ? null : name, belonging);
  if (name === null) return null;
  const total = counts === null ? belonging.length : counts.blocking + counts.followup;
  return { ...table, name, total };
}
