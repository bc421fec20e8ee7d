import type { EnvironmentStep } from '@countersign/api/affordance-call';
import { ChevronLeft, ChevronRight, Radio } from 'lucide-react';
import { affordancesText } from '../../text/affordances.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatClock } from '../../ui/format-time.ts';
import { useKeys } from '../../ui/keys/keys.tsx';
import './affordances.css';

const text = affordancesText.trail;

interface TrailScrubberProps {
  steps: readonly EnvironmentStep[];
  /** The index of the step that is shown. */
  at: number;
  /** New steps are shown as they come. */
  follows: boolean;
  /** null = the newest, also when others come. */
  onMove: (at: number | null) => void;
}

/** The position in a trail: moved by the slider, by buttons, and by the keys that move through a task. */
export function TrailScrubber({ steps, at, follows, onMove }: TrailScrubberProps) {
  const last = steps.length - 1;
  const step = steps[at];
  const move = (goal: number) => onMove(Math.min(last, Math.max(0, goal)));
  useKeys({
    id: 'trail',
    name: affordancesText.places.trail,
    bindings: [
      { keys: ',', label: text.back, run: () => move(at - 1), repeats: true },
      { keys: '.', label: text.forward, run: () => move(at + 1), repeats: true },
      { keys: '<', label: text.first, run: () => move(0) },
      { keys: 'l', label: text.newest, run: () => onMove(null) },
    ],
  });
  if (step === undefined) return null;
  return (
    <div className="line-below row-wrap rigid toolbar affordance-scrub">
      <IconButton
        disabled={at === 0}
        icon={ChevronLeft}
        label={text.back}
        onClick={() => move(at - 1)}
      />
      <input
        aria-label={text.position}
        aria-valuetext={text.at(at + 1, steps.length, text.kinds[step.kind], formatClock(step.at))}
        max={last + 1}
        min={1}
        onChange={({ target }) => move(Number(target.value) - 1)}
        step={1}
        type="range"
        value={at + 1}
      />
      <IconButton
        disabled={at === last}
        icon={ChevronRight}
        label={text.forward}
        onClick={() => move(at + 1)}
      />
      <span className="nowrap tabular">{text.of(at + 1, steps.length)}</span>
      {follows ? (
        <Badge icon={Radio} tone="run">
          {text.follows}
        </Badge>
      ) : (
        <Button icon={Radio} onClick={() => onMove(null)} small>
          {text.newest}
        </Button>
      )}
    </div>
  );
}
