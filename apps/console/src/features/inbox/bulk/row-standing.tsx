import type { Prompt } from '@countersign/api/prompt';
import { clsx } from 'clsx';
import { Ban, CircleCheck, Lock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { bulkText as text } from '../../../text/bulk.ts';
import { didWords } from '../../../text/inbox.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { FrozenRow } from './use-frozen.ts';

function closedWords(prompt: Prompt): string {
  const { decision, state } = prompt;
  if (state === 'open') return '';
  if (decision === null || state !== 'answered') return text.closedAs[state];
  return text.closedBy(didWords[decision.feedback.type], decision.by.name);
}

function standingOf({ standing, looked }: FrozenRow): {
  icon: ReactNode;
  words: string;
  more?: string;
} {
  switch (standing.kind) {
    case 'changed':
      return {
        icon: <Icon of={TriangleAlert} small tone="need" />,
        words: text.changed,
        more: text.changedTo(standing.to.revision),
      };
    case 'held':
      return { icon: <Icon of={Lock} small />, words: text.heldBy(standing.name) };
    case 'closed':
      return { icon: <Icon of={CircleCheck} small />, words: closedWords(standing.as) };
    case 'not-taken':
      return { icon: <Icon of={Ban} small />, words: standing.reason };
    case 'ready':
      return { icon: null, words: looked ? text.looked : text.asShown };
  }
}

interface StandingProps {
  row: FrozenRow;
  onLook: (promptId: string) => void;
}

/** One line in a column of its own: what happens elsewhere to a row moves no other row. */
export function Standing({ row, onLook }: StandingProps) {
  const { icon, words, more = words } = standingOf(row);
  return (
    <span className={clsx('row-s bulk-stand', icon === null && 'm')}>
      {icon}
      <span className="cut" title={more}>
        {words}
      </span>
      {row.standing.kind === 'changed' && (
        <Button small title={text.lookHint} onClick={() => onLook(row.shown.id)}>
          {text.look}
        </Button>
      )}
    </span>
  );
}
