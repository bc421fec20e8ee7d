import type { Operator } from '@countersign/api/operator';
import type { Presence } from '@countersign/api/prompts/presence';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useContext } from 'react';
import { AbsenceStrip } from '../../features/inbox/absence-strip.tsx';
import { absenceSummary } from '../../features/inbox/absence-summary.ts';
import type { QueueFilter } from '../../features/inbox/queue-filter.ts';
import { QueuePanel } from '../../features/inbox/queue-panel.tsx';
import { errorText } from '../../live/problem-text.ts';
import type { Away } from '../../live/prompts/absence.ts';
import { useClosedSince } from '../../live/prompts/closed-prompts.ts';
import { useQueueCounts } from '../../live/prompts/queue-counts.ts';
import { usePrompts } from '../../live/prompts/queue-pages.ts';
import { useMe, useTasks } from '../../live/queries.ts';
import { queryKeys } from '../../live/query-keys.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { AbsenceContext } from './absence-context.ts';
import { type InboxSearch, parseInboxSearch, SELECTED, viewSearchOf } from './inbox-search.ts';
import type { InboxNavigation } from './use-inbox-navigation.ts';
import type { InboxRows } from './use-inbox-rows.ts';
import type { Picking } from './use-picking.ts';

type OnFilter = (filter: QueueFilter) => void;

/** What happened while the operator was away; nothing is read for one who was not. */
function AbsencePart({ onFilter }: { onFilter: OnFilter }) {
  const { from, putAway } = useContext(AbsenceContext);
  return from === null ? null : <Reported from={from} putAway={putAway} onFilter={onFilter} />;
}

function Reported({ from, putAway, onFilter }: Away & { from: number; onFilter: OnFilter }) {
  const closed = useClosedSince(from).data;
  const { data: open, pages } = usePrompts();
  const counted = useQueueCounts(pages.hasMore);
  const tasks = useTasks().data;
  const meId = useMe().data?.id ?? null;
  if (closed === undefined || open === undefined || tasks === undefined) return null;
  const what = absenceSummary({ meId, from, closed, open, tasks });
  if (what === null) return null;
  return (
    <AbsenceStrip
      from={from}
      what={counted === null ? what : { ...what, waiting: counted.waiting }}
      onFilter={onFilter}
      pageLink={(words) => (
        <Link className="link" to="/since">
          {words}
        </Link>
      )}
      tasksLink={(words) => (
        <Link className="link" to="/tasks">
          {words}
        </Link>
      )}
      onPutAway={putAway}
    />
  );
}

type People = Presence['people'];
const nobody: ReadonlyMap<string, People> = new Map();
const byPrompt = (known: readonly Presence[]): ReadonlyMap<string, People> =>
  new Map(known.map((presence) => [presence.promptId, presence.people]));

/** Who has which prompt open now, by prompt; kept live by the stream. */
function useAllPresence(): ReadonlyMap<string, People> {
  const client = useClient();
  const { data } = useQuery<readonly Presence[], Error, ReadonlyMap<string, People>>({
    queryKey: queryKeys.presence,
    queryFn: async () => (await client.api.listPresence()).items,
    select: byPrompt,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? nobody;
}

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
      counted={inbox.counted}
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
