import type { Prompt } from '@countersign/api/prompt';
import { answerLabel } from '@countersign/upformat/answer-labels';
import { clsx } from 'clsx';
import { Ban, CircleCheck, Lock, Pencil, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { answerVerbs, fillText, bulkText as text, withOwnLabel } from '../../../text/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { faultSentence, filledText } from './fill/filled-rows.ts';
import type { FilledRow } from './fill/use-fill.ts';
import type { FrozenRow } from './use-frozen.ts';

function closedWords(prompt: Prompt): string {
  const { decision, state } = prompt;
  if (state === 'open') return '';
  if (decision === null || state !== 'answered') return text.closedAs[state];
  const { type } = decision.feedback;
  const own = answerLabel(prompt.message, type);
  const did = own === '' ? answerVerbs[type] : withOwnLabel(answerVerbs[type], own);
  return text.closedBy(did, decision.by.name);
}

function questionStatusOf({ rowStatus, looked }: FrozenRow): {
  icon: ReactNode;
  words: string;
  more?: string;
} {
  switch (rowStatus.kind) {
    case 'changed':
      return {
        icon: <Icon of={TriangleAlert} small tone="need" />,
        words: text.changed,
        more: text.changedTo(rowStatus.to.revision),
      };
    case 'held':
      return { icon: <Icon of={Lock} small />, words: text.heldBy(rowStatus.name) };
    case 'closed':
      return { icon: <Icon of={CircleCheck} small />, words: closedWords(rowStatus.as) };
    case 'not-taken':
      return { icon: <Icon of={Ban} small />, words: rowStatus.reason };
    case 'ready':
      return { icon: null, words: looked ? text.looked : text.asShown };
  }
}

function fillingOf(row: FilledRow): ReturnType<typeof questionStatusOf> {
  if (row.feedback === null) return { icon: null, words: fillText.nothing };
  const fault = faultSentence(row);
  if (fault !== null) return { icon: <Icon of={TriangleAlert} small tone="fail" />, words: fault };
  return { icon: <Icon of={Pencil} small />, words: fillText.filled, more: filledText(row) };
}

interface StatusProps {
  row: FrozenRow;
  /** As it is filled in, while that is the answer. */
  filled?: FilledRow | undefined;
  onLook: (promptId: string) => void;
}

/** One line in a separate column, so that changes elsewhere to a row move no other row. */
export function RowStatusLine({ row, filled, onLook }: StatusProps) {
  const isFilling = filled !== undefined && row.rowStatus.kind === 'ready';
  const { icon, words, more = words } = isFilling ? fillingOf(filled) : questionStatusOf(row);
  return (
    <span className={clsx('row-close', icon === null && 'muted')}>
      {icon}
      <span className="truncate" title={more}>
        {words}
      </span>
      {row.rowStatus.kind === 'changed' && (
        <Button small title={text.lookHint} onClick={() => onLook(row.shown.id)}>
          {text.look}
        </Button>
      )}
    </span>
  );
}
