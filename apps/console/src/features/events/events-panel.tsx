import { type ReactNode, useMemo, useState } from 'react';
import { errorWords } from '../../live/problem-words.ts';
import { type Past, useEventLog } from '../../live/use-past.ts';
import { eventsText as text } from '../../text/events.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EventDetails } from './event-details.tsx';
import { countUpTo, type EventFilter, isFiltering, matchesOf, noFilter } from './event-filter.ts';
import { EventList } from './event-list.tsx';
import { type EventsMode, FilterBar } from './filter-bar.tsx';
import { foldPieces } from './fold-pieces.ts';
import { HealthStrip } from './health-strip.tsx';
import { LintPanel } from './lint-panel.tsx';
import './events.css';

const noRuns: ReadonlyMap<number, number> = new Map();

interface EventsPanelProps {
  past: Past;
  /** Sequence of the newest event of the task. */
  head: number;
  /** A run goes on. */
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
  const [log, state] = useEventLog(past.source, props.head);
  const [filter, setFilter] = useState<EventFilter>(noFilter);
  const [mode, setMode] = useState<EventsMode>('list');
  const { low, high } = state;
  const [held, setHeld] = useState(() => matchesOf(null, { log, filter, low, high }));
  const matching = useMemo(
    () => matchesOf(held, { log, filter, low, high }),
    [held, log, filter, low, high],
  );
  if (matching !== held) setHeld(matching);
  const filtering = isFiltering(filter);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [keptFold, setKeptFold] = useState(() => foldPieces(null, { log, low, high, opened }));
  const folded = useMemo(
    () => foldPieces(keptFold, { log, low, high, opened }),
    [keptFold, log, low, high, opened],
  );
  if (folded !== keptFold) setKeptFold(folded);
  // A filter lists each event that matches.
  const sequences = filtering ? matching.sequences : folded.sequences;
  const last = at === null ? state.head : Math.min(at, state.head);
  const total = Math.max(0, last - state.floor + 1);
  const count = countUpTo(sequences, last);
  const sequenceAt = (index: number) => sequences[index] ?? 0;
  const indexOf = (sequence: number) => countUpTo(sequences, sequence) - 1;
  const toggle = (sequence: number) => {
    const next = new Set(opened);
    if (!next.delete(sequence)) next.add(sequence);
    setOpened(next);
  };

  return (
    <div className="evs">
      <HealthStrip log={log} nameOf={nameOf} now={props.now} state={state} />
      <FilterBar
        source={past.source}
        filter={filter}
        matching={filtering ? count : total}
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
          head={last}
          nameOf={nameOf}
          onShow={(sequence) => {
            setFilter(noFilter);
            setMode('list');
            onSelect(sequence);
          }}
          source={past.source}
        />
      ) : (
        <div className={selected === null ? 'evs-main' : 'evs-main has-side'}>
          {state.status === 'error' ? (
            <ErrorPanel detail={errorWords(state.error)} onRetry={log.retry} title={text.failed} />
          ) : state.head === 0 ? (
            <EmptyState title={text.empty}>{text.emptyDetail}</EmptyState>
          ) : high === 0 ? (
            <Skeleton label={text.reading(0, state.head)} rows={8} />
          ) : count === 0 ? (
            <EmptyState
              action={<Button onClick={() => setFilter(noFilter)}>{text.clear}</Button>}
              title={text.noMatch}
            >
              {low > state.floor ? text.reading(high - low + 1, total) : text.noMatchDetail(total)}
            </EmptyState>
          ) : (
            <EventList
              at={at}
              count={count}
              events={filtering ? count : total}
              indexOf={indexOf}
              log={log}
              onToggle={filtering ? null : toggle}
              opened={opened}
              runs={filtering ? noRuns : folded.runs}
              last={last}
              nameOf={nameOf}
              onSelect={onSelect}
              selected={selected}
              sequenceAt={sequenceAt}
            />
          )}
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
