import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { AbsenceStrip } from '../features/inbox/absence-strip.tsx';
import { absenceSummary } from '../features/inbox/absence-summary.ts';
import type { QueueFilter } from '../features/inbox/queue-filter.ts';
import type { Away } from '../live/absence.ts';
import { useClosedSince } from '../live/closed-prompts.ts';
import { useMe, useTasks } from '../live/queries.ts';
import { useQueueCounts } from '../live/queue-counts.ts';
import { usePrompts } from '../live/queue-pages.ts';
import { AbsenceContext } from './absence-context.ts';

type OnFilter = (filter: QueueFilter) => void;

/** What happened while the operator was away; nothing is read for one who was not. */
export function AbsencePart({ onFilter }: { onFilter: OnFilter }) {
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
      tasksLink={(words) => (
        <Link className="link" to="/tasks">
          {words}
        </Link>
      )}
      onPutAway={putAway}
    />
  );
}
