import type { MemoryRow } from '@countersign/api/knowledge-memory';
import {
  CalendarClock,
  CircleCheck,
  Hourglass,
  Lightbulb,
  ListOrdered,
  OctagonX,
  UserRound,
} from 'lucide-react';
import { memoryText as text } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';

const icons = {
  workflow: ListOrdered,
  profile: UserRound,
  semantic: Lightbulb,
  episodic: CalendarClock,
};

/** What kind of memory it is. `named`: with its word, else for screen readers only. */
export function TypeMark({ type, named = false }: { type: MemoryRow['type']; named?: boolean }) {
  return (
    <span className="row-inline rigid muted" title={text.types[type]}>
      <Icon of={icons[type]} small />
      <span className={named ? 'small' : 'visually-hidden'}>{text.types[type]}</span>
    </span>
  );
}

/** Whether it was marked as wrong, or its time is over. */
export const isOver = ({ validUntil }: Pick<MemoryRow, 'validUntil'>, now: number): boolean =>
  validUntil !== null && validUntil <= now;

/** Whether agents are not given it only because nobody has confirmed it. */
export const isUnconfirmed = ({
  status,
  reviewedBy,
}: Pick<MemoryRow, 'status'> & Partial<Pick<MemoryRow, 'reviewedBy'>>): boolean =>
  status === 'active' && reviewedBy === null;

/** The state of a memory; an active one that a person has confirmed has no badge, unless `always`. */
export function StatusBadge({
  memory,
  now,
  always = false,
}: {
  memory: Pick<MemoryRow, 'status' | 'validUntil'> & Partial<Pick<MemoryRow, 'reviewedBy'>>;
  now: number;
  always?: boolean;
}) {
  const { status } = memory;
  if (status === 'active' && isOver(memory, now))
    return (
      <Badge icon={OctagonX} title={text.overDetail} tone="fail">
        {text.over}
      </Badge>
    );
  if (isUnconfirmed(memory))
    return (
      <Badge icon={Hourglass} title={text.unconfirmedDetail} tone="hold">
        {text.unconfirmed}
      </Badge>
    );
  if (status === 'active' && !always) return null;
  const marks = {
    active: { tone: 'done', icon: CircleCheck },
    pending: { tone: 'hold', icon: Hourglass },
    superseded: { tone: 'line', icon: OctagonX },
  } as const;
  return (
    <Badge {...marks[status]} title={text.statusDetail[status]}>
      {text.statuses[status]}
    </Badge>
  );
}

/** What it is called; never empty. */
export const nameOf = ({ name }: { name: string }): string =>
  name.trim() === '' ? text.unnamed : visibleText(name);
