import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { memo, useId, useMemo } from 'react';
import { timeText as text } from '../../text/texts.ts';
import { formatSpan } from '../../ui/format-time.ts';
import { joinedWaits } from './joined-waits.ts';
import { densityOf, type ScrubAxis } from './scrub-axis.ts';
import { scrubTicks } from './scrub-ticks.ts';

const BARS = 160;
const HEIGHT = 27;

/** When it was no longer waited for; null = it still is. */
const endOf = (prompt: ThreadPrompt): number | null =>
  prompt.decision?.recordedAt ?? prompt.closedAt;

interface ScrubTrackProps {
  axis: ScrubAxis;
  shown: number;
  /** Questions, including those that do not block. */
  waits: readonly ThreadPrompt[];
}

/** What is drawn on the axis: how much happened where, who waited, and the place shown. */
export function ScrubTrack({ axis, shown, waits }: ScrubTrackProps) {
  const x = axis.xOf(shown) * 1000;
  const hatch = useId();
  // A silence during a question is a wait: its true length is written where it is drawn shortened.
  const cut = axis.cuts.filter(({ from, to }) => {
    const middle = (from + to) / 2;
    return waits.some((prompt) => {
      const end = endOf(prompt);
      return prompt.openedAt <= middle && (end === null || end >= middle);
    });
  });
  return (
    <>
      <svg
        aria-hidden="true"
        className="block full-width"
        preserveAspectRatio="none"
        viewBox="0 0 1000 34"
      >
        <defs>
          <pattern
            height="6"
            id={hatch}
            patternTransform="rotate(45)"
            patternUnits="userSpaceOnUse"
            width="6"
          >
            <rect fill="var(--need-line)" height="6" width="2" />
          </pattern>
        </defs>
        <path d={`M0 ${HEIGHT + 0.5}H1000`} stroke="var(--line)" />
        <Bars axis={axis} shown={shown} />
        {cut.map(({ from, x: left, width }) => (
          <rect
            fill={`url(#${hatch})`}
            height={HEIGHT}
            key={from}
            width={width * 1000}
            x={left * 1000}
            y={0}
          />
        ))}
        {waits.map((prompt) => {
          if (!prompt.blocking) return null;
          const from = axis.xOfTime(prompt.openedAt) * 1000;
          const end = endOf(prompt);
          const to = end === null ? 1000 : axis.xOfTime(end) * 1000;
          return (
            <rect
              fill="var(--need-mark)"
              height="3"
              key={prompt.id}
              width={Math.max(3, to - from)}
              x={from}
              y={HEIGHT}
            />
          );
        })}
      </svg>
      <span aria-hidden="true" className="scrub-head" style={{ left: `${x / 10}%` }} />
      {joinedWaits(cut).map(({ x: left, width, ms }) => (
        <b
          aria-hidden="true"
          className="scrub-drawing"
          key={left}
          style={{ left: `${(left + width / 2) * 100}%` }}
          title={text.waited(formatSpan(ms))}
        >
          {formatSpan(ms)}
        </b>
      ))}
      {scrubTicks(axis).map(({ x: left, clock, exact }) => (
        <span
          aria-hidden="true"
          className="tabular scrub-times muted"
          key={left}
          style={{ left: `${left * 100}%` }}
          title={exact}
        >
          {clock}
        </span>
      ))}
    </>
  );
}

const Bars = memo(function Bars({ axis, shown }: { axis: ScrubAxis; shown: number }) {
  const heights = useMemo(() => densityOf(axis, BARS), [axis]);
  const x = axis.xOf(shown) * BARS;
  const width = 1000 / BARS;
  return heights.map((height, index) => {
    const tall = height === 0 ? 1 : 2 + height * (HEIGHT - 4);
    return (
      <rect
        fill={index > x ? 'var(--slate-6)' : 'var(--slate-9)'}
        height={tall}
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place on the axis
        key={index}
        width={width * 0.66}
        x={index * width}
        y={HEIGHT - tall}
      />
    );
  });
});
