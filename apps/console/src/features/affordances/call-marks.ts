import type { AffordanceCallView } from '@countersign/api/affordance-call';
import {
  CircleCheck,
  CircleHelp,
  CircleSlash,
  Hourglass,
  type LucideIcon,
  OctagonX,
} from 'lucide-react';
import type { Tone } from '../../ui/icon.tsx';

/** How the state of a call is marked. */
export const callMarks: Readonly<
  Record<AffordanceCallView['state'], { icon: LucideIcon; tone: Tone }>
> = {
  waiting: { icon: Hourglass, tone: 'need' },
  done: { icon: CircleCheck, tone: 'done' },
  failed: { icon: OctagonX, tone: 'fail' },
  rejected: { icon: CircleSlash, tone: 'hold' },
  unknown: { icon: CircleHelp, tone: 'fail' },
  stopped: { icon: CircleSlash, tone: 'hold' },
};
