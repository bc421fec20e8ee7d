import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import type { QueueFilter } from '../features/inbox/queue-filter.ts';
import { sinceLeft } from '../features/inbox/since-left.ts';
import { SinceLeftStrip } from '../features/inbox/since-left-strip.tsx';
import type { Away } from '../live/away.ts';
import { useClosedSince } from '../live/closed-prompts.ts';
import { useMe, useTasks } from '../live/queries.ts';
import { useQueueCounts } from '../live/queue-counts.ts';
import { usePrompts } from '../live/queue-pages.ts';
import { AwayContext } from './away-context.ts';

type OnFilter = (filter: QueueFilter) => void;

/** What happened while the operator was away; nothing is read for one who was not. */
export function SinceLeftPart({ onFilter }: { onFilter: OnFilter }) {
  const { from, putAway } = useContext(AwayContext);
  return from === null ? null : <Told from={from} putAway={putAway} onFilter={onFilter} />;
}

function Told({ from, putAway, onFilter }: Away & { from: number; onFilter: OnFilter }) {
  const closed = useClosedSince(from).data;
  const { data: open, pages } = usePrompts();
  const counted = useQueueCounts(pages.hasMore);
  const tasks = useTasks().data;
  const meId = useMe().data?.id ?? null;
  if (closed === undefined || open === undefined || tasks === undefined) return null;
  const what = sinceLeft({ meId, from, closed, open, tasks });
  if (what === null) return null;
  return (
    <SinceLeftStrip
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
