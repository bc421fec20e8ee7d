import type { Insights } from '@countersign/api/records/insights';
import { figure, percent } from '../../text/count.ts';
import { insightsText as text } from '../../text/insights.ts';
import { formatSpan } from '../../ui/format-time.ts';
import { AxisLabel, GridLine, Plot, plotSize, scale } from './plot.tsx';

const { left, right, top, bottom, height } = plotSize;

/** How often a proposal was left as it was, at each stated confidence, with its interval. */
export function ConfidencePlot({ bins }: { bins: Insights['confidence'] }) {
  const y = scale([0, 1], [height - bottom, top]);
  const middle = (at: number) => at + 0.05;
  const range = (at: number) => `${figure(at)}–${figure(Math.round((at + 0.1) * 10) / 10)}`;
  return (
    <Plot
      detail={bins.length === 0 ? text.noConfidence : text.confidenceDetail}
      points={bins.map(({ at, left: kept, n }) => text.confidencePoint(range(at), kept, n))}
      table={{
        heads: [text.confidence, text.confidenceDetail, text.asked],
        rows: bins.map(({ at, left: kept, n }) => [range(at), percent(kept / n), text.of(kept, n)]),
      }}
      title={text.confidence}
    >
      {(chosen, width) => {
        const x = scale([0, 1], [left + 10, width - right - 10]);
        return (
          <>
            {[0, 0.25, 0.5, 0.75, 1].map((value) => (
              <GridLine key={value} label={percent(value)} width={width} y={y(value)} />
            ))}
            <line className="insights-line is-second" x1={x(0)} x2={x(1)} y1={y(0)} y2={y(1)} />
            {bins.map((bin, at) => (
              <g key={bin.at}>
                <line
                  className="insights-interval"
                  x1={x(middle(bin.at))}
                  x2={x(middle(bin.at))}
                  y1={y(bin.low)}
                  y2={y(bin.high)}
                />
                <circle
                  className="insights-dot"
                  cx={x(middle(bin.at))}
                  cy={y(bin.left / bin.n)}
                  r={chosen === at ? 7 : 4.5}
                />
              </g>
            ))}
            {[0, 0.25, 0.5, 0.75, 1].map((value) => (
              <AxisLabel key={value} x={x(value)}>
                {figure(value)}
              </AxisLabel>
            ))}
          </>
        );
      }}
    </Plot>
  );
}

/** How long people took, in ranges that double. */
export function SpreadPlot({ time }: { time: Insights['time'] }) {
  const bars = time.histogram;
  const most = Math.max(1, ...bars.map(({ n }) => n));
  const y = scale([0, most], [height - bottom, top]);
  const range = ({ upToMs }: (typeof bars)[number]) =>
    upToMs === null ? text.longer : text.upTo(formatSpan(upToMs));
  return (
    <Plot
      {...(time.answered === 0 ? { detail: text.nobodyDecided } : {})}
      points={bars.map((bar) => text.spreadPoint(range(bar), bar.n))}
      table={{
        heads: [text.range, text.asked],
        rows: bars.map((bar) => [range(bar), figure(bar.n)]),
      }}
      title={text.spread}
    >
      {(at, width) => {
        const step = (width - left - right) / bars.length;
        return (
          <>
            {[0, most / 2, most].map((value) => (
              <GridLine key={value} label={figure(Math.round(value))} width={width} y={y(value)} />
            ))}
            {bars.map((bar, index) => (
              <rect
                className={index === at ? 'insights-bar is-chosen' : 'insights-bar'}
                height={y(0) - y(bar.n)}
                key={bar.upToMs}
                width={step - 4}
                x={left + index * step + 2}
                y={y(bar.n)}
              />
            ))}
            {bars.map((bar, index) =>
              index % 3 === 0 && bar.upToMs !== null ? (
                <AxisLabel key={bar.upToMs} x={left + (index + 1) * step - 2}>
                  {formatSpan(bar.upToMs)}
                </AxisLabel>
              ) : null,
            )}
          </>
        );
      }}
    </Plot>
  );
}
