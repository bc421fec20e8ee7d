import type { ThreadPrompt } from '@countersign/thread/thread';
import { memo, useMemo } from 'react';
import { densityOf, type ScrubAxis } from './scrub-axis.ts';
import { scrubTicks } from './scrub-ticks.ts';

const BARS = 160;
const HEIGHT = 27;

interface ScrubTrackProps {
  axis: ScrubAxis;
  shown: number;
  waits: readonly ThreadPrompt[];
}

/** What is drawn on the axis: how much happened where, who waited, and the place shown. */
export function ScrubTrack({ axis, shown, waits }: ScrubTrackProps) {
  const x = axis.xOf(shown) * 1000;
  return (
    <>
      <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 1000 34">
        <path className="scrub-base" d={`M0 ${HEIGHT + 0.5}H1000`} />
        <Bars axis={axis} shown={shown} />
        {waits.map((prompt) => {
          const from = axis.xOfTime(prompt.openedAt) * 1000;
          const end = prompt.decision?.recordedAt ?? prompt.closedAt ?? null;
          const to = end === null ? 1000 : axis.xOfTime(end) * 1000;
          return (
            <rect
              className="scrub-wait"
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
      {scrubTicks(axis).map(({ x: left, clock, exact }) => (
        <span
          aria-hidden="true"
          className="scrub-t"
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
        className={index > x ? 'scrub-later' : 'scrub-bar'}
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
