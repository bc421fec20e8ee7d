import type { Task } from '@countersign/api/task';
import { MessageCircleQuestion, Pause, Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  type Action,
  type Controllable,
  isPending,
  type Request,
  refusal,
} from '../../live/control-request.ts';
import { commonText, taskText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';

const words = taskText.control;
const icons = { pause: Pause, resume: Play, stop: Square };
const actions = ['pause', 'resume', 'stop'] as const;

interface ControlBarProps {
  status: Controllable['status'];
  can: Task['can'] | null;
  request: Request | null;
  /** A question of the task is open. */
  asks: boolean;
  /** Roles that may only read. */
  readOnly: boolean;
  onControl: (action: Action) => void;
  /** Requests the status of the run from the agent; null = not supported, or not useful. */
  asking: { ask: () => void; busy: boolean } | null;
}

/**
 * Ask, pause, resume, stop. Stopping asks for confirmation in the same place; nothing is shown as done before the agent confirms it.
 */
export function ControlBar(props: ControlBarProps) {
  const { status, can, request, readOnly, onControl, asking, asks } = props;
  const [confirming, setConfirming] = useState(false);
  const pending = request && isPending(request) ? request.action : null;
  const stopButton = useRef<HTMLButtonElement>(null);
  const task: Controllable = { status, stop: can?.stop ?? 'close', asks };
  const canStop = refusal('stop', task) === null;
  if (confirming && canStop) {
    return (
      <Confirm
        detail={can?.stop === 'close' ? words.confirmClose : words.confirmDetail}
        onNo={() => {
          setConfirming(false);
          requestAnimationFrame(() => stopButton.current?.focus());
        }}
        onYes={() => {
          setConfirming(false);
          onControl('stop');
        }}
      />
    );
  }
  // Who may only read is not offered what would be refused.
  if (readOnly) return null;
  const degraded = { pause: can?.pause === 'hold', resume: false, stop: can?.stop === 'close' };
  const notes = { pause: words.hold, resume: undefined, stop: words.close };
  return (
    <fieldset
      aria-label={words.label}
      className="at-end task-controls row unframed controls-grow-on-phone"
    >
      {asking === null ? null : (
        <Button
          busy={asking.busy}
          icon={MessageCircleQuestion}
          onClick={asking.ask}
          title={words.askHint}
          variant="ghost"
        >
          {asking.busy ? words.asking : words.ask}
        </Button>
      )}
      {actions.map((action) => {
        const why = refusal(action, task);
        const asked = pending === action;
        return (
          <Button
            aria-pressed={asked || undefined}
            data-control={action}
            disabled={why !== null && !asked}
            icon={icons[action]}
            key={action}
            onClick={() => {
              if (asked && !(action === 'stop' && request?.from === 'server')) return;
              if (action === 'stop') setConfirming(true);
              else onControl(action);
            }}
            ref={action === 'stop' ? stopButton : undefined}
            title={why ?? (degraded[action] ? notes[action] : undefined)}
          >
            {asked ? words.requested[action] : words[action]}
          </Button>
        );
      })}
    </fieldset>
  );
}

function Confirm({ detail, onYes, onNo }: { detail: string; onYes: () => void; onNo: () => void }) {
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the confirmation, whichever button has the focus
    <div
      className="at-end task-controls row unframed controls-grow-on-phone task-confirm wraps-on-phone"
      onKeyDown={(event) => event.key === 'Escape' && onNo()}
    >
      <div role="status">
        <b className="strong">{words.confirm}</b>
        {commonText.gap}
        <span className="muted small">{detail}</span>
      </div>
      <Button onClick={onYes} variant="danger">
        {words.confirmYes}
      </Button>
      <Button onClick={onNo} ref={no}>
        {commonText.cancel}
      </Button>
    </div>
  );
}
