import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, Check, GripVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { rankText as text } from '../../text/texts.ts';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import './rank-list.css';

export interface RankEntry {
  id: string;
  name: string;
  detail?: ReactNode;
}
interface RankListProps {
  entries: readonly RankEntry[];
  onChange: (ids: string[]) => void;
  label: string;
  /** How many entries from the top the agent uses; null = not given. */
  takes?: number | null;
}

interface RowProps {
  entry: RankEntry;
  place: number;
  count: number;
  isTaken: boolean;
  isLifted: boolean;
  onMove: (to: number) => void;
  onKey: (event: KeyboardEvent) => void;
  onBlur: () => void;
}

function Row({ entry, place, count, isTaken, isLifted, onMove, onKey, onBlur }: RowProps) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: entry.id, attributes: { roleDescription: text.role } });
  const style = transform
    ? { transform: `translate3d(0, ${String(transform.y)}px, 0)`, transition }
    : { transition };
  return (
    <li
      ref={setNodeRef}
      style={style}
      className={clsx(
        'soft-line-between on-canvas rank-row cells stack-tight',
        isDragging && 'is-drag',
        isLifted && 'is-lifted',
        isTaken && 'is-taken',
      )}
      onKeyDown={onKey}
    >
      <button
        type="button"
        className="row-tight rank-handle muted"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={text.drag(entry.name)}
        aria-pressed={isLifted}
        data-rank-handle={entry.id}
        onBlur={onBlur}
      >
        <Icon of={GripVertical} />
      </button>
      <span className="muted tabular">{place + 1}</span>
      <span className="column breakable">
        <span className="strong">{entry.name}</span>
        {entry.detail && <span className="muted small">{entry.detail}</span>}
      </span>
      {isTaken ? (
        <span className="rank-tools row-inline-tight small">
          <Icon of={Check} small />
          {text.taken}
        </span>
      ) : (
        <span />
      )}
      <IconButton
        label={text.up(entry.name)}
        icon={ArrowUp}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
      />
      <IconButton
        label={text.down(entry.name)}
        icon={ArrowDown}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
      />
    </li>
  );
}

/** What is announced while something is dragged: names and places, never ids. */
function announcementsOf(entries: readonly RankEntry[]): Announcements {
  const nameOf = (id: unknown) => entries.find((entry) => entry.id === id)?.name ?? '';
  const placeOf = (id: unknown) => entries.findIndex((entry) => entry.id === id) + 1;
  return {
    onDragStart: ({ active }) => text.lifted(nameOf(active.id), placeOf(active.id), entries.length),
    onDragOver: ({ active, over }) =>
      over === null
        ? undefined
        : text.place(nameOf(active.id), placeOf(over.id), entries.length, null),
    onDragEnd: ({ active, over }) =>
      text.dropped(nameOf(active.id), placeOf((over ?? active).id), entries.length),
    onDragCancel: ({ active }) =>
      text.putBack(nameOf(active.id), placeOf(active.id), entries.length),
  };
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * An order to be made: by dragging, by the two buttons of each row, or by keys. Space lifts a row, arrows move it, space
 * drops it and Escape puts it back; Alt with an arrow moves it without lifting. What is on screen is the order at any
 * time, so that the key that sends, sends what is seen.
 */
export function RankList({ entries, onChange, label, takes = null }: RankListProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const [lifted, setLifted] = useState<{ id: string; before: string[] } | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const held = useRef<string | null>(null);
  const ids = entries.map((entry) => entry.id);
  const count = ids.length;
  // A row that moves is taken out of the page and put in again, which costs it the focus.
  useLayoutEffect(() => {
    if (held.current === null) return;
    const handles = list.current?.querySelectorAll<HTMLElement>('[data-rank-handle]') ?? [];
    for (const handle of handles)
      if (handle.dataset['rankHandle'] === held.current && document.activeElement !== handle)
        handle.focus();
    held.current = null;
  });
  const move = ({ id, name }: RankEntry, to: number) => {
    if (to < 0 || to >= count) return;
    onChange(arrayMove(ids, ids.indexOf(id), to));
    setSaid(text.place(name, to + 1, count, takes === null ? null : to < takes));
  };
  const onKey = (entry: RankEntry, event: KeyboardEvent) => {
    const { key, target } = event;
    const isHandle = target instanceof Element && target.closest('.rank-handle') !== null;
    const isHeld = lifted?.id === entry.id;
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey);
    const step = steps[key];
    const place = ids.indexOf(entry.id);
    if (plain && step !== undefined && (event.altKey || (isHandle && isHeld))) {
      if (isHandle) held.current = entry.id;
      move(entry, place + step);
    } else if (plain && !event.altKey && isHandle && key === ' ') {
      setLifted(isHeld ? null : { id: entry.id, before: ids });
      setSaid((isHeld ? text.dropped : text.lifted)(entry.name, place + 1, count));
    } else if (plain && !event.altKey && isHeld && key === 'Escape') {
      held.current = entry.id;
      setLifted(null);
      onChange(lifted.before);
      setSaid(text.putBack(entry.name, lifted.before.indexOf(entry.id) + 1, count));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over === null || active.id === over.id) return;
    onChange(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: announcementsOf(entries),
        screenReaderInstructions: { draggable: text.instructions },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className="framed" aria-label={label} ref={list}>
          {entries.map((entry, index) => (
            <Row
              key={entry.id}
              entry={entry}
              place={index}
              count={count}
              isTaken={takes !== null && index < takes}
              isLifted={lifted?.id === entry.id}
              onMove={(to) => move(entry, to)}
              onKey={(event) => onKey(entry, event)}
              onBlur={() => {
                if (held.current === null) setLifted(null);
              }}
            />
          ))}
        </ol>
      </SortableContext>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </DndContext>
  );
}
