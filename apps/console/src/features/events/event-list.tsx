import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { EventLog } from '../../live/event-log.ts';
import type { EventRow } from '../../live/event-row.ts';
import { eventsText as text } from '../../text/events.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar, PersonAvatar } from '../../ui/avatar.tsx';
import { formatClock, formatExact } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { useRowPx } from '../../ui/use-row-px.ts';
import { headOf } from './fold-pieces.ts';

interface EventListProps {
  log: EventLog;
  count: number;
  at: number | null;
  sequenceAt: (index: number) => number;
  indexOf: (sequence: number) => number;
  /** How many events the rows stand for. */
  events: number;
  selected: number | null;
  /** How many pieces of one text stand in a row, by the first of them; and which are opened. */
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
const labelChars = 200;
const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', 20],
  ['PageUp', -20],
]);

/** The rows of any number of events: one tab stop, arrows to walk, the end is followed until one scrolls up. */
export function EventList(props: EventListProps) {
  const { count, selected, sequenceAt, onSelect } = props;
  const rowPx = useRowPx(rowHeights);
  const scroller = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(selected === null);
  const id = useId();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 16,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights are read again when the width or the density changes
  useEffect(() => virtual.measure(), [rowPx]);
  const place = selected === null ? -1 : props.indexOf(selected);
  // What is chosen may lie behind the position shown.
  const active = place < count ? place : -1;

  useEffect(() => {
    if (following && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' });
  }, [virtual, following, count]);
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active);
  }, [virtual, active]);

  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    setFollowing(left < rowPx && (selected === null || active === count - 1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = new Map([
      ['ArrowRight', true],
      ['ArrowLeft', false],
    ]).get(event.key);
    if (wanted !== undefined && selected !== null) {
      const head = headOf({ log: props.log, low: 1 }, selected);
      if (!props.runs.has(head) || props.opened.has(head) === wanted) return;
      event.preventDefault();
      onSelect(head);
      props.onToggle?.(head);
      return;
    }
    const step = steps.get(event.key);
    const from = active < 0 ? count : active;
    const goal =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? count - 1
          : step === undefined
            ? null
            : from + step;
    if (goal === null) return;
    event.preventDefault();
    onSelect(sequenceAt(Math.min(count - 1, Math.max(0, goal))));
  };

  return (
    <div className="evs-list">
      <div aria-hidden="true" className="evr evr-head m">
        <span className="evr-n">{text.columns.place}</span>
        <span className="evr-t">{text.columns.received}</span>
        <span className="evr-w">{text.columns.from}</span>
        <span className="evr-y">{text.columns.type}</span>
        <span className="evr-l cut">{text.columns.says}</span>
      </div>
      <div
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        aria-label={text.list(props.events)}
        className="evs-rows"
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
              <Row
                chosen={index === active}
                count={count}
                id={`${id}-${index}`}
                index={index}
                isHere={sequence === props.at}
                key={sequence}
                nameOf={props.nameOf}
                onSelect={() => onSelect(sequence)}
                label={pieces > 1 && !isOpen ? textOf(props.log, sequence, pieces) : null}
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
        <button
          className="btn btn-small evs-end pop"
          onClick={() => {
            setFollowing(true);
            virtual.scrollToIndex(count - 1, { align: 'end' });
          }}
          type="button"
        >
          <Icon of={ArrowDown} />
          {text.toEnd}
        </button>
      )}
    </div>
  );
}

interface RowProps {
  row: EventRow | undefined;
  sequence: number;
  index: number;
  count: number;
  top: number;
  id: string;
  chosen: boolean;
  isHere: boolean;
  /** How many pieces of one text it stands for. */
  pieces: number;
  opened: boolean;
  /** The text of the pieces together; null = the event's own words. */
  label: string | null;
  onToggle: ((sequence: number) => void) | null;
  nameOf: (agentId: string) => string;
  onSelect: () => void;
}

function Row(props: RowProps) {
  const { row, sequence, index, count, top, id, chosen, isHere, pieces, nameOf, onSelect } = props;
  const names = ['evr', row?.anomaly ? 'evr-bad' : '', isHere ? 'evr-here' : ''];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself holds the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list itself holds the focus (aria-activedescendant)
    <div
      aria-posinset={index + 1}
      aria-selected={chosen}
      aria-setsize={count}
      className={names.filter(Boolean).join(' ')}
      id={id}
      onClick={onSelect}
      role="option"
      style={{ top }}
    >
      <span className="evr-n">{sequence.toLocaleString('en')}</span>
      {row === undefined ? (
        <span aria-hidden="true" className="sk evr-sk" />
      ) : (
        <>
          <time
            className="evr-t m"
            dateTime={new Date(row.at).toISOString()}
            title={formatExact(row.at)}
          >
            {formatClock(row.at)}
          </time>
          <Speaker id={row.agentId} nameOf={nameOf} />
          <code className="evr-y" dir="auto">
            {visibleText(row.type)}
          </code>
          <span className="evr-l cut">
            {row.anomaly === null ? null : <Icon of={TriangleAlert} small tone="fail" />}
            {pieces < 2 ? null : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys, arrow right and left
              // biome-ignore lint/a11y/noStaticElementInteractions: the same
              <span
                className="evr-x"
                onClick={(event) => {
                  event.stopPropagation();
                  props.onToggle?.(sequence);
                }}
                title={props.opened ? text.closePieces : text.openPieces}
              >
                {text.pieces(pieces)}
              </span>
            )}
            <span dir="auto">{visibleText(props.label ?? row.label)}</span>
          </span>
        </>
      )}
    </div>
  );
}

/** As much of the text as a row can show. */
function textOf(log: EventLog, first: number, pieces: number): string {
  let text = '';
  for (let at = first; at < first + pieces && text.length < labelChars; at += 1) {
    text += log.row(at)?.piece?.text ?? '';
  }
  return text.replace(/\s+/g, ' ').trim();
}

function Speaker({ id, nameOf }: { id: string; nameOf: (agentId: string) => string }) {
  const name = id === 'countersign' ? text.server : nameOf(id);
  return (
    <span className="evr-w">
      {id.startsWith('operator:') ? <PersonAvatar name={name} /> : <AgentAvatar name={name} />}
      <span className="sr" dir="auto">
        {visibleText(name)}
      </span>
    </span>
  );
}
