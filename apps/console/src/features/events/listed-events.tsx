import { errorText } from '../../live/problem-text.ts';
import { eventsText as text } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { noFilter } from './event-filter.ts';
import { EventList } from './event-list.tsx';
import type { ListedEvents as Listed } from './use-listed-events.ts';

interface ListedEventsProps {
  listed: Listed;
  /** The position shown; null = live. */
  at: number | null;
  nameOf: (agentId: string) => string;
  selected: number | null;
  onSelect: (sequence: number | null) => void;
}

/** The list, or why there is none: not read, none there, none that matches. */
export function ListedEvents({ listed, at, nameOf, selected, onSelect }: ListedEventsProps) {
  const { log, state, total, count } = listed;
  const { low, high } = state;
  if (state.status === 'error') {
    return <ErrorPanel detail={errorText(state.error)} onRetry={log.retry} title={text.failed} />;
  }
  if (state.head === 0) return <EmptyState title={text.empty}>{text.emptyDetail}</EmptyState>;
  if (high === 0) return <Skeleton label={text.reading(0, state.head)} rows={8} />;
  if (count === 0) {
    return (
      <EmptyState
        action={<Button onClick={() => listed.setFilter(noFilter)}>{text.clear}</Button>}
        title={text.noMatch}
      >
        {low > state.floor ? text.reading(high - low + 1, total) : text.noMatchDetail(total)}
      </EmptyState>
    );
  }
  return (
    <EventList
      at={at}
      count={count}
      events={listed.events}
      indexOf={listed.indexOf}
      last={listed.last}
      log={log}
      nameOf={nameOf}
      onSelect={onSelect}
      onToggle={listed.onToggle}
      opened={listed.opened}
      runs={listed.runs}
      selected={selected}
      sequenceAt={listed.sequenceAt}
    />
  );
}
