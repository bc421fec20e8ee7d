import { TriangleAlert } from 'lucide-react';
import type { EventRow } from '../../live/events/event-row.ts';
import { figure } from '../../text/count.ts';
import { eventsText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar, PersonAvatar } from '../../ui/avatar.tsx';
import { formatClock, formatExact } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';

interface EventListRowProps {
  row: EventRow | undefined;
  sequence: number;
  index: number;
  count: number;
  top: number;
  id: string;
  chosen: boolean;
  isHere: boolean;
  /** How many pieces of one text it represents. */
  pieces: number;
  opened: boolean;
  /** The text of the pieces together; null = the event's own text. */
  label: string | null;
  onToggle: ((sequence: number) => void) | null;
  nameOf: (agentId: string) => string;
  onSelect: () => void;
}

/** One event of the list, or the pieces of one text. */
export function EventListRow(props: EventListRowProps) {
  const { row, sequence, index, count, top, id, chosen, isHere, pieces, nameOf, onSelect } = props;
  const names = [
    'event-row cells fine-print nowrap hovers choosable soft-line-below',
    row?.anomaly ? 'event-row-bad' : '',
    isHere ? 'event-row-here' : '',
  ];
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
      <span className="event-row-number mono number muted">{figure(sequence)}</span>
      {row === undefined ? (
        <span aria-hidden="true" className="skeleton-line event-row-loading" />
      ) : (
        <>
          <time
            className="tabular event-row-time muted"
            dateTime={new Date(row.at).toISOString()}
            title={formatExact(row.at)}
          >
            {formatClock(row.at)}
          </time>
          <Speaker id={row.agentId} nameOf={nameOf} />
          <code className="truncate event-row-type" dir="auto" lang="">
            {visibleText(row.type)}
          </code>
          <span className="event-row-label truncate">
            {row.anomaly === null ? null : <Icon of={TriangleAlert} small tone="fail" />}
            {pieces < 2 ? null : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys, arrow right and left
              // biome-ignore lint/a11y/noStaticElementInteractions: the same
              <span
                className="framed rounded-small event-row-pieces muted"
                onClick={(event) => {
                  event.stopPropagation();
                  props.onToggle?.(sequence);
                }}
                title={props.opened ? text.closePieces : text.openPieces}
              >
                {text.pieces(pieces)}
              </span>
            )}
            <span dir="auto" lang="">
              {visibleText(props.label ?? row.label)}
            </span>
          </span>
        </>
      )}
    </div>
  );
}

function Speaker({ id, nameOf }: { id: string; nameOf: (agentId: string) => string }) {
  const name = id === 'countersign' ? text.server : nameOf(id);
  return (
    <span className="event-row-sender">
      {id.startsWith('operator:') ? <PersonAvatar name={name} /> : <AgentAvatar name={name} />}
      <span className="visually-hidden" dir="auto" lang="">
        {visibleText(name)}
      </span>
    </span>
  );
}
