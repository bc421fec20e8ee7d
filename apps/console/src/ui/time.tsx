import { timePhrases } from '../text/texts.ts';
import { formatAge, formatClock, formatExact } from './format-time.ts';

interface TimeProps {
  /** Epoch ms. */
  at: number;
  /** Server now, epoch ms: needed for `age` and `ago`. */
  now?: number;
  as?: 'age' | 'ago' | 'clock' | 'exact';
}

/** A moment: relative or clock, always with the exact time on hover. */
export function Time({ at, now = at, as = 'age' }: TimeProps) {
  const exact = formatExact(at);
  const words = {
    age: () => formatAge(at, now),
    ago: () => timePhrases.ago(formatAge(at, now)),
    clock: () => formatClock(at),
    exact: () => exact,
  };
  return (
    <time dateTime={new Date(at).toISOString()} title={exact}>
      {words[as]()}
    </time>
  );
}
