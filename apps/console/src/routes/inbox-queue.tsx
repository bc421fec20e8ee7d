import type { Operator } from '@countersign/api/operator';
import type { RefObject } from 'react';
import { QueuePanel } from '../features/inbox/queue-panel.tsx';
import { useAllPresence } from '../live/all-presence.ts';
import { errorText } from '../live/problem-text.ts';
import { AbsencePart } from './absence-part.tsx';
import { type InboxSearch, parseInboxSearch, SELECTED, viewSearchOf } from './inbox-search.ts';
import type { InboxNavigation } from './use-inbox-navigation.ts';
import type { InboxRows } from './use-inbox-rows.ts';
import type { Picking } from './use-picking.ts';

interface InboxQueueProps {
  inbox: InboxRows;
  picking: Picking;
  go: InboxNavigation;
  search: InboxSearch;
  me: Operator | null;
  now: number;
  /** Key of the row one is on. */
  currentKey: string | null;
  listRef: RefObject<HTMLDivElement | null>;
  isOpen: boolean;
}

/** The queue of the inbox: what is shown comes from the address, and what is pressed goes into it. */
export function InboxQueue({ inbox, picking, go, search, ...place }: InboxQueueProps) {
  const presence = useAllPresence();
  const { prompts, filter, queue } = inbox;
  const { picked } = picking;
  return (
    <QueuePanel
      {...place}
      queue={queue}
      prompts={prompts.data}
      failure={prompts.error === null ? null : errorText(prompts.error)}
      onRetry={prompts.retry}
      filter={filter}
      grouped={inbox.grouped}
      search={viewSearchOf(search)}
      viewId={search.view ?? null}
      picked={picked.ids}
      presence={presence}
      whyMine={filter.turn === 'mine'}
      counts={inbox.counts}
      reported={inbox.reported}
      hasMore={prompts.pages.hasMore && filter.show === undefined}
      onMore={prompts.pages.more}
      onFilter={go.filter}
      onGrouped={go.group}
      onView={(kept, view) => go.view(parseInboxSearch({ ...kept, view: view ?? undefined }))}
      onChoose={go.prompt}
      onChooseClass={go.row}
      onPick={picking.pick}
      onPickClass={picking.pickClass}
      onAdmit={go.admit}
      onTogether={() => go.table(SELECTED)}
      onUnpick={picked.clear}
      onSnoozePicked={picking.onSnooze}
      below={<AbsencePart onFilter={go.filter} />}
    />
  );
}
