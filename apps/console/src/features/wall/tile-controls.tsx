import type { Task } from '@countersign/api/task';
import { Pause, Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  type Action,
  type Controllable,
  isPending,
  type Request,
  refusal,
} from '../../live/control-request.ts';
import { commonText, wallText as words } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';

interface TileControlsProps {
  /** The task, as it is controlled. */
  task: Controllable;
  can: Task['can'];
  request: Request | null;
  readOnly: boolean;
  onControl: (action: Action) => void;
  /** Stopping asks for confirmation: the foot of the tile becomes larger. */
  onAsking: (asking: boolean) => void;
}

/** Pause or resume, and stop, where they are possible. Stopping asks for confirmation in the same place. */
export function TileControls(props: TileControlsProps) {
  const { task, can, request, readOnly, onControl, onAsking } = props;
  const { status } = task;
  const [asking, setAsking] = useState(false);
  const stop = useRef<HTMLButtonElement>(null);
  const ask = (next: boolean) => {
    setAsking(next);
    onAsking(next);
  };
  const ended = refusal('stop', task) !== null && refusal('resume', task) !== null;
  const isOver = ended && status !== 'stopping';
  useEffect(() => {
    if (isOver) onAsking(false);
  }, [isOver, onAsking]);
  if (isOver) return null;
  if (asking) {
    return (
      <Confirm
        onNo={() => {
          ask(false);
          requestAnimationFrame(() => stop.current?.focus());
        }}
        onYes={() => {
          ask(false);
          onControl('stop');
        }}
      />
    );
  }
  const pending = request !== null && isPending(request) ? request.action : null;
  const halt: Action = status === 'paused' || status === 'held' ? 'resume' : 'pause';
  const haltPending = pending === 'pause' || pending === 'resume' ? pending : null;
  return (
    <>
      <Button
        disabled={readOnly || haltPending !== null || refusal(halt, task) !== null}
        icon={(haltPending ?? halt) === 'pause' ? Pause : Play}
        onClick={() => onControl(halt)}
        title={halt === 'pause' && can.pause === 'hold' ? words.pauseHint : undefined}
        small
        variant="ghost"
      >
        {haltPending === null ? words[halt] : words.requested[haltPending]}
      </Button>
      <Button
        disabled={
          readOnly ||
          (pending === 'stop' && request?.from === 'outbox') ||
          refusal('stop', task) !== null
        }
        icon={Square}
        onClick={() => ask(true)}
        ref={stop}
        title={can.stop === 'close' ? words.stopHint : undefined}
        small
        variant="ghost"
      >
        {pending === 'stop' || status === 'stopping' ? words.requested.stop : words.stop}
      </Button>
    </>
  );
}

function Confirm({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the confirmation, whichever button has the focus
    <div className="ink grow row" onKeyDown={(event) => event.key === 'Escape' && onNo()}>
      <b className="strong grow" role="status">
        {words.confirm}
      </b>
      <Button onClick={onYes} small variant="danger">
        {words.confirmYes}
      </Button>
      <Button onClick={onNo} ref={no} small>
        {commonText.cancel}
      </Button>
    </div>
  );
}
