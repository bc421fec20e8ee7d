import type { Virtualizer } from '@tanstack/react-virtual';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import type { RefObject } from 'react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { EventLog } from '../../live/events/event-log.ts';
import { eventsText as text } from '../../text/texts.ts';
import { useRowPx } from '../../ui/hooks/use-row-px.ts';
import { Icon } from '../../ui/icon.tsx';
import { requestOfKey } from './event-list-keys.ts';
import { EventListRow } from './event-list-row.tsx';
import { textOfPieces } from './fold-pieces.ts';

interface FollowedRows {
  virtual: Virtualizer<HTMLDivElement, Element>;
  scroller: RefObject<HTMLDivElement | null>;
  /** New rows are scrolled to. */
  following: boolean;
  onScroll: () => void;
  toEnd: () => void;
}

/** The rows in view: the end is followed until one scrolls up or chooses another row than the last. */
function useFollowedRows({
  count,
  active,
  rowPx,
  isChosen,
}: {
  count: number;
  /** The place of the chosen row; -1 = it is not listed. */
  active: number;
  rowPx: number;
  isChosen: boolean;
}): FollowedRows {
  const scroller = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(!isChosen);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 16,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights are read again when the width or the density changes
  useEffect(() => virtual.measure(), [rowPx]);
  useEffect(() => {
    if (following && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' });
  }, [virtual, following, count]);
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active);
  }, [virtual, active]);

  return {
    virtual,
    scroller,
    following,
    onScroll() {
      const element = scroller.current;
      if (element === null) return;
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      setFollowing(left < rowPx && (!isChosen || active === count - 1));
    },
    toEnd() {
      setFollowing(true);
      virtual.scrollToIndex(count - 1, { align: 'end' });
    },
  };
}

interface EventListProps {
  log: EventLog;
  count: number;
  at: number | null;
  sequenceAt: (index: number) => number;
  indexOf: (sequence: number) => number;
  /** How many events the rows represent. */
  events: number;
  selected: number | null;
  /** How many pieces of one text share a row, by the first of them; and which are opened. */
  runs: ReadonlyMap<number, number>;
  opened: ReadonlySet<number>;
  /** The newest event shown. */
  last: number;
  /** Opens a row of pieces, or closes it; null where none is folded. */
  onToggle: ((sequence: number) => void) | null;
  nameOf: (agentId: string) => string;
  onSelect: (sequence: number) => void;
}

const rowHeights = { compact: 28, comfortable: 36, phone: 48 };

/** The rows of any number of events: one tab stop, arrows to move, the end is followed until one scrolls up. */
export function EventList(props: EventListProps) {
  const { count, selected, sequenceAt, onSelect } = props;
  const rowPx = useRowPx(rowHeights);
  const id = useId();
  const place = selected === null ? -1 : props.indexOf(selected);
  // The selected event may be later than the position shown.
  const active = place < count ? place : -1;
  const { virtual, scroller, following, onScroll, toEnd } = useFollowedRows({
    count,
    active,
    rowPx,
    isChosen: selected !== null,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const wish = requestOfKey(event.key, { count, active, selected }, props);
    if (wish === null) return;
    event.preventDefault();
    if (wish.kind === 'go') return onSelect(sequenceAt(wish.place));
    onSelect(wish.head);
    props.onToggle?.(wish.head);
  };

  return (
    <div className="anchor events-list column">
      <div
        aria-hidden="true"
        className="event-row cells rigid fine-print nowrap on-panel event-row-head muted"
      >
        <span className="event-row-number mono number muted">{text.columns.place}</span>
        <span className="tabular event-row-time">{text.columns.received}</span>
        <span className="event-row-sender">{text.columns.from}</span>
        <span className="truncate event-row-type">{text.columns.type}</span>
        <span className="event-row-label truncate">{text.columns.says}</span>
      </div>
      <div
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        aria-label={text.list(props.events)}
        className="scroll-area"
        onKeyDown={onKeyDown}
        onScroll={onScroll}
        ref={scroller}
        role="listbox"
        tabIndex={0}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const sequence = sequenceAt(index);
            const pieces = Math.min(props.runs.get(sequence) ?? 1, props.last - sequence + 1);
            const isOpen = props.opened.has(sequence);
            return (
              <EventListRow
                chosen={index === active}
                count={count}
                id={`${id}-${index}`}
                index={index}
                isHere={sequence === props.at}
                key={sequence}
                nameOf={props.nameOf}
                onSelect={() => onSelect(sequence)}
                label={pieces > 1 && !isOpen ? textOfPieces(props.log, sequence, pieces) : null}
                onToggle={props.onToggle}
                opened={isOpen}
                pieces={pieces}
                row={props.log.row(sequence)}
                sequence={sequence}
                top={start}
              />
            );
          })}
        </div>
      </div>
      {following ? null : (
        <button className="button button-small events-end floating" onClick={toEnd} type="button">
          <Icon of={ArrowDown} />
          {text.toEnd}
        </button>
      )}
    </div>
  );
}
