import { useMemo, useState } from 'react';
import type { EventLog, EventLogState } from '../../live/events/event-log.ts';
import { useEventLog } from '../../live/events/use-past.ts';
import type { TaskSource } from '../../live/task-source.ts';
import { countUpTo, type EventFilter, isFiltering, matchesOf, noFilter } from './event-filter.ts';
import { foldPieces } from './fold-pieces.ts';

const noRuns: ReadonlyMap<number, number> = new Map();

/** The rows of the list: every event up to the position shown, pieces of a text as one row, or those that match. */
export interface ListedEvents {
  log: EventLog;
  state: EventLogState;
  filter: EventFilter;
  setFilter: (filter: EventFilter) => void;
  /** The newest event shown. */
  last: number;
  /** How many events there are up to it. */
  total: number;
  /** How many rows, and how many events they represent. */
  count: number;
  events: number;
  sequenceAt: (index: number) => number;
  indexOf: (sequence: number) => number;
  /** How many pieces of one text share a row, by the first of them; and which are opened. */
  runs: ReadonlyMap<number, number>;
  opened: ReadonlySet<number>;
  /** Opens a row of pieces, or closes it; null where none is folded. */
  onToggle: ((sequence: number) => void) | null;
}

/** Reads the events of a task, and lists those that are shown at a position (null = live). */
export function useListedEvents(source: TaskSource, head: number, at: number | null): ListedEvents {
  const [log, state] = useEventLog(source, head);
  const { low, high } = state;
  const [filter, setFilter] = useState<EventFilter>(noFilter);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const matching = useMatches({ log, filter, low, high });
  const folded = useFolded({ log, low, high, opened });
  const filtering = isFiltering(filter);
  // A filter lists each event that matches.
  const sequences = filtering ? matching.sequences : folded.sequences;
  const last = at === null ? state.head : Math.min(at, state.head);
  const total = Math.max(0, last - state.floor + 1);
  const count = countUpTo(sequences, last);
  const toggle = (sequence: number) => {
    const next = new Set(opened);
    if (!next.delete(sequence)) next.add(sequence);
    setOpened(next);
  };
  return {
    log,
    state,
    filter,
    setFilter,
    last,
    total,
    count,
    events: filtering ? count : total,
    sequenceAt: (index) => sequences[index] ?? 0,
    indexOf: (sequence) => countUpTo(sequences, sequence) - 1,
    runs: filtering ? noRuns : folded.runs,
    opened,
    onToggle: filtering ? null : toggle,
  };
}

/** The matching events, continuing from the previous result. */
function useMatches({ log, filter, low, high }: Parameters<typeof matchesOf>[1]) {
  const [held, setHeld] = useState(() => matchesOf(null, { log, filter, low, high }));
  const matching = useMemo(
    () => matchesOf(held, { log, filter, low, high }),
    [held, log, filter, low, high],
  );
  if (matching !== held) setHeld(matching);
  return matching;
}

/** The rows with pieces of one text folded, continuing from the previous result. */
function useFolded({ log, low, high, opened }: Parameters<typeof foldPieces>[1]) {
  const [held, setHeld] = useState(() => foldPieces(null, { log, low, high, opened }));
  const folded = useMemo(
    () => foldPieces(held, { log, low, high, opened }),
    [held, log, low, high, opened],
  );
  if (folded !== held) setHeld(folded);
  return folded;
}
