import type { Activity } from '@countersign/api/settings/activity';
import type { Thread } from '@countersign/thread/thread';
import { memo } from 'react';
import { wallText as words } from '../../text/texts.ts';
import { formatSpan } from '../../ui/format-time.ts';
import { barsOf, stretchesOf, waitedMs } from './spark-data.ts';

const width = 360;
const base = 25;
const tall = 22;

interface SparkProps {
  activity: Activity | null;
  sequence: number;
  prompts: Thread['prompts'];
  controls: Thread['controls'];
  /** Server now, whole seconds. */
  now: number;
}

/** Half an hour of a task: a bar per half minute, and under the line who was waited for. */
export const Spark = memo(function Spark(props: SparkProps) {
  const { activity, sequence, prompts, controls, now } = props;
  if (activity === null) return <div className="spark rigid" />;
  const bars = barsOf(activity, sequence);
  const spanMs = activity.sliceMs * bars.length;
  const until = activity.since + spanMs;
  const stretches = stretchesOf(
    { prompts: Object.values(prompts), controls },
    activity.since,
    Math.min(until, Math.max(now, activity.since + 1)),
  );
  const most = Math.max(0, ...bars);
  const all = bars.reduce((sum, count) => sum + count, 0);
  const waited = waitedMs(stretches, spanMs);
  const slot = width / bars.length;
  // The square root keeps the few events of a quiet minute visible next to a burst of thousands.
  const tallOf = (count: number) => Math.max(2, Math.sqrt(count / Math.max(most, 4)) * tall);
  const label = words.spark(all, most) + (waited >= 1_000 ? words.waited(formatSpan(waited)) : '');
  return (
    <svg
      aria-label={label}
      className="spark rigid"
      preserveAspectRatio="none"
      role="img"
      viewBox={`0 0 ${width} 32`}
    >
      <title>{label}</title>
      <path d={`M0 ${base + 0.5}H${width}`} stroke="var(--line)" />
      {bars.map((count, index) =>
        count === 0 ? null : (
          <rect
            fill="var(--slate-8)"
            height={tallOf(count)}
            // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its place
            key={index}
            width={slot - 2}
            x={slot * index}
            y={base - tallOf(count)}
          />
        ),
      )}
      {stretches.map(({ kind, from, to }) => (
        <rect
          fill={kind === 'person' ? 'var(--need-mark)' : 'var(--hold-mark)'}
          height={3}
          key={`${kind}${from}`}
          width={Math.max(2, (to - from) * width)}
          x={Math.min(width - 2, from * width)}
          y={base + 1}
        />
      ))}
    </svg>
  );
});
