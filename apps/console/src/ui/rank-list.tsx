import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { decisionText as text } from '../text/decision.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
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
}

function Row({
  entry,
  place,
  count,
  onMove,
}: {
  entry: RankEntry;
  place: number;
  count: number;
  onMove: (to: number) => void;
}) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: entry.id });
  const style = transform
    ? { transform: `translate3d(0, ${String(transform.y)}px, 0)`, transition }
    : { transition };
  return (
    <li ref={setNodeRef} style={style} className={isDragging ? 'rank-r is-drag' : 'rank-r'}>
      <button
        type="button"
        className="rank-h"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={text.drag(entry.name)}
      >
        <Icon of={GripVertical} />
      </button>
      <span className="m tn">{place + 1}</span>
      <span className="rank-n">
        <span className="b">{entry.name}</span>
        {entry.detail && <span className="m s">{entry.detail}</span>}
      </span>
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

/** An order to be made: by dragging, by the handle and arrow keys, or by the two buttons of each row. */
export function RankList({ entries, onChange, label }: RankListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = entries.map((entry) => entry.id);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over === null || active.id === over.id) return;
    onChange(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className="rank" aria-label={label}>
          {entries.map((entry, index) => (
            <Row
              key={entry.id}
              entry={entry}
              place={index}
              count={entries.length}
              onMove={(to) => onChange(arrayMove(ids, index, to))}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
