import type { QueuedMessage } from '@countersign/api/task';
import { Hourglass, OctagonX } from 'lucide-react';
import { errorText } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { storedReason } from '../../text/statements/stored-reason.ts';
import { taskText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';

const words = taskText.say.queue;

export interface QueuedProps {
  /** What waits for the next run, or was not sent. */
  queued: readonly QueuedMessage[];
  nameOf: (operatorId: string) => string;
  onWithdraw: (id: string) => Promise<unknown>;
  /** Sends it again: it was not sent. */
  onSayAgain: (one: QueuedMessage) => Promise<unknown>;
}

/** Messages for a run that receives none: they wait, can be taken back, and are never sent after an operator has stopped the task. */
export function QueuedList(props: QueuedProps & { readOnly: boolean }) {
  return (
    <ul aria-label={words.label} className="unsent stack-tight">
      {props.queued.map((one) => (
        <Queued key={one.id} one={one} {...props} />
      ))}
    </ul>
  );
}

function Queued({
  one,
  nameOf,
  readOnly,
  onWithdraw,
  onSayAgain,
}: Omit<QueuedProps, 'queued'> & { one: QueuedMessage; readOnly: boolean }) {
  const action = useAction();
  const waits = one.state === 'waiting';
  return (
    <li className="row small">
      <Icon of={waits ? Hourglass : OctagonX} small tone={waits ? 'hold' : 'fail'} />
      <span className="truncate grow" title={visibleText(one.content)} dir="auto" lang="">
        {visibleText(one.content)}
      </span>
      <span className={waits ? 'muted' : 'fault'}>
        {action.failure === null
          ? waits
            ? words.waits(nameOf(one.by))
            : words.notSent(one.reason === null ? null : storedReason(one.reason, one.statement))
          : errorText(action.failure)}
      </span>
      {readOnly || waits ? null : (
        <button
          className="link small"
          disabled={action.busy}
          onClick={() => void action.run(() => onSayAgain(one))}
          type="button"
        >
          {words.again}
        </button>
      )}
      {readOnly ? null : (
        <button
          className="link small"
          disabled={action.busy}
          onClick={() => void action.run(() => onWithdraw(one.id))}
          type="button"
        >
          {waits ? words.takeBack : words.putAway}
        </button>
      )}
    </li>
  );
}
