import {
  Ban,
  CircleCheck,
  CircleDot,
  CirclePause,
  CirclePlay,
  CircleStop,
  Hourglass,
  type LucideIcon,
  OctagonAlert,
  OctagonX,
  Scissors,
  Unplug,
} from 'lucide-react';
import {
  obedienceText,
  rejectedLabel,
  runStatusLabels,
  stateLabels,
  taskStatusDetail,
  unansweredLabel,
} from '../../text/texts.ts';
import { Badge } from '../badge.tsx';
import { Diamond, type Tone } from '../icon.tsx';
import type { StatusInput } from './task-appearance.ts';
import { statusOf, type TaskStatus } from './task-status.ts';

type Look = { tone: Tone; word: string } & ({ icon: LucideIcon } | { filled: boolean });

/** The only table of what a task is shown as. */
const looks: Record<TaskStatus, Look> = {
  needsHumanDecision: { tone: 'need', filled: true, word: stateLabels.needsHumanDecision },
  followup: { tone: 'offer', filled: false, word: stateLabels.followup },
  waiting: { tone: 'idle', icon: Hourglass, word: stateLabels.waiting },
  starting: { tone: 'run', icon: CircleDot, word: runStatusLabels.starting },
  running: { tone: 'run', icon: CirclePlay, word: runStatusLabels.running },
  paused: { tone: 'hold', icon: CirclePause, word: runStatusLabels.paused },
  held: { tone: 'hold', icon: CirclePause, word: runStatusLabels.held },
  stopping: { tone: 'idle', icon: CircleStop, word: runStatusLabels.stopping },
  stopped: { tone: 'idle', icon: CircleStop, word: runStatusLabels.stopped },
  'cut-off': { tone: 'hold', icon: Scissors, word: runStatusLabels['cut-off'] },
  finished: { tone: 'done', icon: CircleCheck, word: runStatusLabels.finished },
  cancelled: { tone: 'idle', icon: Ban, word: stateLabels.cancelled },
  rejected: { tone: 'idle', icon: Ban, word: rejectedLabel },
  unanswered: { tone: 'hold', icon: Hourglass, word: unansweredLabel },
  disobeys: { tone: 'fail', icon: OctagonAlert, word: obedienceText.disobeys },
  ignoredStop: { tone: 'fail', icon: OctagonAlert, word: obedienceText.ignoredStop },
  failed: { tone: 'fail', icon: OctagonX, word: runStatusLabels.failed },
  lost: { tone: 'fail', icon: Unplug, word: runStatusLabels.lost },
};

/** The one badge of a task; the run status and agent state of the protocol are shown on hover. */
export function TaskBadge({ statusInput }: { statusInput: StatusInput }) {
  const { word, tone, ...mark } = looks[statusOf(statusInput)];
  const title = taskStatusDetail(statusInput.runStatus, statusInput.state);
  return 'icon' in mark ? (
    <Badge icon={mark.icon} title={title} tone={tone}>
      {word}
    </Badge>
  ) : (
    <Badge mark={<Diamond filled={mark.filled} />} title={title} tone={tone}>
      {word}
    </Badge>
  );
}
