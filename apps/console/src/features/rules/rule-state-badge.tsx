import type { RuleState } from '@countersign/desk/rule-state';
import {
  CircleCheck,
  CircleDashed,
  CircleOff,
  type LucideIcon,
  OctagonPause,
  TimerOff,
} from 'lucide-react';
import { rulesText } from '../../text/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/icon.tsx';

const looks: Record<RuleState, { tone: Tone | 'line'; icon: LucideIcon }> = {
  on: { tone: 'done', icon: CircleCheck },
  off: { tone: 'idle', icon: CircleOff },
  untried: { tone: 'line', icon: CircleDashed },
  ended: { tone: 'idle', icon: TimerOff },
  stopped: { tone: 'hold', icon: OctagonPause },
};

/** The state of a rule, as icon and text. */
export function RuleStateBadge({ state }: { state: RuleState }) {
  return <Badge {...looks[state]}>{rulesText.state[state]}</Badge>;
}
