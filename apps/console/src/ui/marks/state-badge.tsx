import type { UpState } from '@countersign/upformat/message';
import {
  Ban,
  CircleCheck,
  CircleDot,
  CircleHelp,
  Hourglass,
  type LucideIcon,
  OctagonX,
} from 'lucide-react';
import { stateLabels } from '../../text/texts.ts';
import { Badge } from '../badge.tsx';
import { Diamond, type Tone } from '../icon.tsx';

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

/** The declared UpFormat state; null is shown as unknown, never guessed. */
export function StateBadge({ state }: { state: UpState | null }) {
  if (state === null) {
    return (
      <Badge tone="line" icon={CircleHelp}>
        {stateLabels.unknown}
      </Badge>
    );
  }
  if (state === 'needsHumanDecision' || state === 'followup') {
    const need = state === 'needsHumanDecision';
    return (
      <Badge tone={need ? 'need' : 'offer'} mark={<Diamond filled={need} />}>
        {stateLabels[state]}
      </Badge>
    );
  }
  return <Badge {...states[state]}>{stateLabels[state]}</Badge>;
}
