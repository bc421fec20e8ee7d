import { Circle, CircleCheck, CircleDashed, CirclePlay, CircleSlash, OctagonX } from 'lucide-react';
import { flowText } from '../../text/texts.ts';
import { Diamond, Icon } from '../../ui/icon.tsx';
import type { FlowStatus } from './flow.ts';

const icons = {
  waiting: { of: CircleDashed, tone: 'idle' },
  running: { of: CirclePlay, tone: 'run' },
  done: { of: CircleCheck, tone: 'done' },
  failed: { of: OctagonX, tone: 'fail' },
  unanswered: { of: Circle, tone: 'idle' },
  cut: { of: CircleSlash, tone: 'idle' },
} as const;

/** The status of a piece of work. */
export function StatusIcon({ status }: { status: FlowStatus }) {
  return (
    <>
      {status === 'asked' ? <Diamond filled small /> : <Icon {...icons[status]} small />}
      <span className="visually-hidden">{flowText.status(status)}</span>
    </>
  );
}
