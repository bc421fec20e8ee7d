import type { RunStatus } from '@countersign/api/task';
import type { UpState } from '@countersign/upformat/message';
import {
  Ban,
  CircleCheck,
  CircleDot,
  CircleHelp,
  CirclePause,
  CirclePlay,
  CircleStop,
  Hourglass,
  type LucideIcon,
  OctagonX,
  Scissors,
  Unplug,
} from 'lucide-react';
import { runStatusWords, stateWords } from '../text/state.ts';
import { Badge } from './badge.tsx';
import { Diamond, type Tone } from './icon.tsx';

const states: Record<
  Exclude<UpState, 'needsHumanDecision' | 'followup'>,
  { tone: Tone; icon: LucideIcon }
> = {
  submitted: { tone: 'idle', icon: CircleDot },
  waiting: { tone: 'idle', icon: Hourglass },
  completed: { tone: 'done', icon: CircleCheck },
  failed: { tone: 'fail', icon: OctagonX },
  cancelled: { tone: 'idle', icon: Ban },
};

/** The declared UpFormat state; null is said as unknown, never guessed. */
export function StateBadge({ state }: { state: UpState | null }) {
  if (state === null) {
    return (
      <Badge tone="line" icon={CircleHelp}>
        {stateWords.unknown}
      </Badge>
    );
  }
  if (state === 'needsHumanDecision' || state === 'followup') {
    const need = state === 'needsHumanDecision';
    return (
      <Badge tone={need ? 'need' : 'offer'} mark={<Diamond filled={need} />}>
        {stateWords[state]}
      </Badge>
    );
  }
  return <Badge {...states[state]}>{stateWords[state]}</Badge>;
}

const runs: Record<RunStatus, { tone: Tone; icon: LucideIcon }> = {
  starting: { tone: 'run', icon: CircleDot },
  running: { tone: 'run', icon: CirclePlay },
  paused: { tone: 'hold', icon: CirclePause },
  held: { tone: 'hold', icon: CirclePause },
  stopping: { tone: 'idle', icon: CircleStop },
  stopped: { tone: 'idle', icon: CircleStop },
  'cut-off': { tone: 'hold', icon: Scissors },
  finished: { tone: 'done', icon: CircleCheck },
  failed: { tone: 'fail', icon: OctagonX },
  lost: { tone: 'fail', icon: Unplug },
};

/** What the run of a task is doing, as the server knows it. */
export function RunBadge({ status }: { status: RunStatus }) {
  return <Badge {...runs[status]}>{runStatusWords[status]}</Badge>;
}
