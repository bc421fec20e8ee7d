import type { Control, Task } from '@countersign/api/task';
import type { OutboxEntry } from '@countersign/client/client';
import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { requestOfTask, requestRungs } from '../../live/control-request.ts';
import { tasksText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Ladder } from '../../ui/marks/ladder.tsx';
import { statusInputOfTask } from '../../ui/marks/task-appearance.ts';
import { TaskBadge } from '../../ui/marks/task-badge.tsx';
import { planStop } from './stop-many.ts';

const words = tasksText.stop;
const MAX_NAMED = 8;

interface StopDialogProps {
  /** The current state of the tasks to stop; their requests are read from them. */
  tasks: readonly Task[];
  outbox: readonly OutboxEntry[];
  onStop: (taskIds: readonly string[]) => void;
  onClose: () => void;
}

/** Asks once for all of them, says how many, then shows the result of each. */
export function StopDialog({ tasks, outbox, onStop, onClose }: StopDialogProps) {
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const plan = planStop(tasks);
  if (asked !== null) {
    const ids = new Set(asked);
    return (
      <Dialog onOpenChange={(open) => !open && onClose()} open title={words.receipts} wide>
        <Receipts outbox={outbox} tasks={tasks.filter(({ id }) => ids.has(id))} />
        <p className="small muted">{words.receiptsHint}</p>
        <div className="row at-end on-canvas sticky-end">
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      </Dialog>
    );
  }
  const count = plan.stop.length;
  return (
    <Dialog onOpenChange={(open) => !open && onClose()} open title={words.ask(count)}>
      <p>{words.detail}</p>
      <ul className="stack-tight space-above space-below">
        {plan.stop.slice(0, MAX_NAMED).map((task) => (
          <li className="row-tight" key={task.id}>
            <Icon of={CircleStop} small />
            <span className="truncate" dir="auto" lang="">
              {visibleText(task.title || tasksText.untitled)}
            </span>
          </li>
        ))}
        {count > MAX_NAMED ? <li className="muted">{words.more(count - MAX_NAMED)}</li> : null}
      </ul>
      {plan.closed > 0 ? <p className="small muted">{words.closed(plan.closed)}</p> : null}
      {plan.left.length > 0 ? <p className="small muted">{words.left(plan.left.length)}</p> : null}
      <div className="row at-end on-canvas sticky-end">
        <DialogCancel focused />
        <Button
          disabled={count === 0}
          onClick={() => {
            const ids = plan.stop.map(({ id }) => id);
            setAsked(ids);
            onStop(ids);
          }}
          variant="danger"
        >
          {words.yes(count)}
        </Button>
      </div>
    </Dialog>
  );
}

/** A line per task: how far its stop has come. */
function Receipts({ tasks, outbox }: { tasks: readonly Task[]; outbox: readonly OutboxEntry[] }) {
  const requests = tasks.map((task) => ({ task, request: requestOfTask(task, outbox) }));
  const ended = (state: Control['state']) =>
    requests.filter(
      ({ request }) =>
        request?.from === 'server' && request.action === 'stop' && request.control.state === state,
    ).length;
  return (
    <>
      <p role="status">{words.settled(ended('settled'), ended('cut-off'), tasks.length)}</p>
      <ul className="scrolls stack-tight space-above space-below stop-results">
        {requests.map(({ task, request }) => (
          <li className="cells soft-line-below" key={task.id}>
            <span className="truncate strong" dir="auto" lang="">
              {visibleText(task.title || tasksText.untitled)}
            </span>
            <TaskBadge statusInput={statusInputOfTask(task)} />
            {request === null || request.action !== 'stop' ? (
              <span className="muted small">{words.sending}</span>
            ) : (
              <Ladder label={words.ladder} rungs={requestRungs(request)} small />
            )}
            {request?.from === 'server' && request.control.eventsSince > 0 ? (
              <span className="fine-print nowrap rounded-small tag-box">
                {words.since(request.control.eventsSince)}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
