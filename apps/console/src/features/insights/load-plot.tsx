import type { Insights } from '@countersign/api/records/insights';
import { figure } from '../../text/count.ts';
import { insightsText as text } from '../../text/insights.ts';
import { formatMinute, formatShortDay } from '../../ui/format-time.ts';
import { AxisLabel, GridLine, Plot, plotSize, scale } from './plot.tsx';

const tenMinutes = 600_000;
const rounded = (value: number) => figure(Math.round(value * 10) / 10);

/** Steps without questions are zero. */
function filled({ load }: Pick<Insights, 'load'>, { from, to }: { from: number; to: number }) {
  const known = new Map(load.points.map((point) => [point.at, point]));
  const rate = tenMinutes / load.stepMs;
  const count = Math.max(1, Math.ceil((to - from) / load.stepMs));
  return Array.from({ length: count }, (_, step) => {
    const at = from + step * load.stepMs;
    const point = known.get(at);
    return { at, asked: (point?.asked ?? 0) * rate, blocking: (point?.blocking ?? 0) * rate };
  });
}

/** Questions per ten minutes, in the bands of ISA-18.2. */
export function LoadPlot({
  figures,
  period,
}: {
  figures: Pick<Insights, 'load'>;
  period: { from: number; to: number };
}) {
  const points = filled(figures, period);
  const { left, top, bottom, height } = plotSize;
  const most = Math.max(12, ...points.map(({ asked }) => asked));
  // By the square root: 1 and 10 can both be read.
  const up = scale([0, Math.sqrt(most)], [height - bottom, top]);
  const y = (value: number) => up(Math.sqrt(value));
  const isDays = period.to - period.from > 2 * 86_400_000;
  const moment = (at: number) =>
    isDays ? `${formatShortDay(at)} ${formatMinute(at)}` : formatMinute(at);
  const pathOf = (member: 'asked' | 'blocking', x: (at: number) => number) =>
    points.map((point, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(point[member])}`).join('');
  const labelled = points.filter((_, at) => at % Math.ceil(points.length / 6) === 0);
  return (
    <Plot
      detail={text.loadDetail}
      legend={[text.asked, text.blocking]}
      points={points.map(({ at, asked, blocking }) =>
        text.loadPoint(moment(at), rounded(asked), rounded(blocking)),
      )}
      table={{
        heads: [text.moment, text.asked, text.blocking],
        rows: points
          .filter(({ asked }) => asked > 0)
          .map(({ at, asked, blocking }) => [moment(at), rounded(asked), rounded(blocking)]),
      }}
      title={text.load}
    >
      {(at, width) => {
        // Where there is room, the bands are named beside the plot.
        const isWide = width > 480;
        const right = isWide ? 130 : plotSize.right;
        const x = scale([0, Math.max(1, points.length - 1)], [left, width - right]);
        const inner = width - left - right;
        return (
          <>
            <rect className="insights-flood" height={y(10) - top} width={inner} x={left} y={top} />
            <rect
              className="insights-over"
              height={y(2) - y(10)}
              width={inner}
              x={left}
              y={y(10)}
            />
            {[0, 1, 2, 5, 10].map((value) => (
              <GridLine
                key={value}
                label={figure(value)}
                width={left + inner + plotSize.right}
                y={y(value)}
              />
            ))}
            {!isWide
              ? null
              : (
                  [
                    [10, most, text.flood],
                    [2, 10, text.over],
                    [0, 2, text.workable],
                  ] as const
                ).map(([from, to, words]) => (
                  <text
                    className="insights-tick"
                    key={words}
                    x={width - right + 8}
                    y={(y(from) + y(to)) / 2 + 4}
                  >
                    {words}
                  </text>
                ))}
            <path className="insights-line is-second" d={pathOf('blocking', x)} />
            <path className="insights-line" d={pathOf('asked', x)} />
            {at === null ? null : (
              <circle className="insights-dot" cx={x(at)} cy={y(points[at]?.asked ?? 0)} r="4" />
            )}
            {labelled.map((point) => (
              <AxisLabel key={point.at} x={x(points.indexOf(point))}>
                {isDays ? formatShortDay(point.at) : formatMinute(point.at)}
              </AxisLabel>
            ))}
          </>
        );
      }}
    </Plot>
  );
}
