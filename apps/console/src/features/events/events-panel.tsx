import { type ReactNode, useState } from 'react';
import type { Past } from '../../live/events/use-past.ts';
import { EventDetails } from './event-details.tsx';
import { noFilter } from './event-filter.ts';
import { type EventsMode, FilterBar } from './filter-bar.tsx';
import { HealthStrip } from './health-strip.tsx';
import { LintPanel } from './lint-panel.tsx';
import { useListedEvents } from './use-listed-events.ts';
import './events.css';
import { errorText } from '../../live/problem-text.ts';
import { eventsText as text } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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
function ListedEvents({ listed, at, nameOf, selected, onSelect }: ListedEventsProps) {
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

interface EventsPanelProps {
  past: Past;
  /** Sequence of the newest event of the task. */
  head: number;
  /** A run is active. */
  going: boolean;
  /** The position shown; null = live. */
  at: number | null;
  nameOf: (agentId: string) => string;
  now: () => number;
  /** In the address, so that it can be shared. */
  selected: number | null;
  onSelect: (sequence: number | null) => void;
  onGo: (sequence: number) => void;
  /** Leads to the page that opens files; null where it is one. */
  openLink: ((children: ReactNode) => ReactNode) | null;
}

/** Every event of a task: list, filters, health of the streams, and the report on them. */
export function EventsPanel(props: EventsPanelProps) {
  const { past, at, nameOf, selected, onSelect } = props;
  const [mode, setMode] = useState<EventsMode>('list');
  const listed = useListedEvents(past.source, props.head, at);
  const { log, state, total, setFilter } = listed;

  return (
    <div className="events-panel column grow">
      <HealthStrip log={log} nameOf={nameOf} now={props.now} state={state} />
      <FilterBar
        source={past.source}
        filter={listed.filter}
        matching={listed.events}
        mode={mode}
        nameOf={nameOf}
        onFilter={setFilter}
        onMode={setMode}
        openLink={props.openLink}
        state={state}
        total={total}
      />
      {mode === 'report' ? (
        <LintPanel
          going={props.going || at !== null}
          head={listed.last}
          nameOf={nameOf}
          onShow={(sequence) => {
            setFilter(noFilter);
            setMode('list');
            onSelect(sequence);
          }}
          source={past.source}
        />
      ) : (
        <div className="events-main pane-and-side fill-height">
          <ListedEvents
            at={at}
            listed={listed}
            nameOf={nameOf}
            onSelect={onSelect}
            selected={selected}
          />
          {selected === null ? null : (
            <EventDetails
              at={at}
              key={selected}
              nameOf={nameOf}
              onClose={() => onSelect(null)}
              onGo={props.onGo}
              pages={past.pages}
              sequence={selected}
            />
          )}
        </div>
      )}
    </div>
  );
}
