import { useMemo } from 'react';
import { locale } from '../../../text/locale.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import type { ChartData } from './chart-data.ts';
import { type Scale, scaleOf } from './chart-scale.ts';
import { seriesStyle } from './chart-series.ts';
import { useWidth } from './use-width.ts';

/** Beyond so many points a dot for each would cover the line. */
const maxDots = 40;
/** Maximum width of a bar, however far away the next one is, px. */
const maxBar = 64;

interface Parts {
  chart: ChartData;
  scale: Scale;
}

const exact = (value: number) => value.toLocaleString(locale(), { maximumFractionDigits: 6 });

const titleOf = ({ categories }: ChartData, name: string, index: number, value: number) =>
  commonText.pair(
    [visibleText(categories[index] ?? ''), visibleText(name)].join(commonText.comma),
    exact(value),
  );

function Bars({ chart, scale: { slot, xOf, yOf } }: Parts) {
  const whole = Math.min(slot * 0.76, maxBar * chart.series.length);
  const width = Math.max(1, whole / chart.series.length);
  return chart.series.map(({ name, values }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two series may have one name
    <g fill={seriesStyle(place).colour} key={place}>
      {values.map((value, index) => {
        if (value === null || value === undefined) return null;
        const [from, to] = [yOf(0), yOf(value)];
        return (
          <rect
            height={Math.max(0.5, Math.abs(to - from))}
            // biome-ignore lint/suspicious/noArrayIndexKey: a category is its place
            key={index}
            width={Math.max(1, width - 1)}
            x={xOf(index) - whole / 2 + width * place}
            y={Math.min(from, to)}
          >
            <title>{titleOf(chart, name, index, value)}</title>
          </rect>
        );
      })}
    </g>
  ));
}

function Lines({ chart, scale: { xOf, yOf } }: Parts) {
  return chart.series.map(({ name, values }, place) => {
    const { colour, dashes } = seriesStyle(place);
    const spots = values.flatMap((value, index) => (value === undefined ? [] : [{ value, index }]));
    let path = '';
    const dots: { value: number; index: number }[] = [];
    for (const [at, { value, index }] of spots.entries()) {
      if (value === null) continue;
      const starts = (spots[at - 1]?.value ?? null) === null;
      path += `${starts ? 'M' : 'L'}${xOf(index).toFixed(1)} ${yOf(value).toFixed(1)}`;
      const isAlone = starts && (spots[at + 1]?.value ?? null) === null;
      if (isAlone || spots.length <= maxDots) dots.push({ value, index });
    }
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two series may have one name
      <g key={place}>
        <path d={path} fill="none" stroke={colour} strokeDasharray={dashes} strokeWidth="1.75" />
        {dots.map(({ value, index }) => (
          <circle cx={xOf(index)} cy={yOf(value)} fill={colour} key={index} r="2.5" stroke={colour}>
            <title>{titleOf(chart, name, index, value)}</title>
          </circle>
        ))}
      </g>
    );
  });
}

/** A chart drawn in the available pixels, so that its text keeps its size in a narrow window. */
export function ChartPlot({ chart, title }: { chart: ChartData; title: string }) {
  const { ref, width } = useWidth(640);
  const scale = useMemo(() => scaleOf(chart, width), [chart, width]);
  const { across, up, left, right } = scale;
  return (
    <div ref={ref}>
      <svg
        aria-label={title}
        className="block full-width"
        role="img"
        viewBox={`0 0 ${scale.width} ${scale.height}`}
      >
        {up.map(({ word, at, y }) => (
          <g key={y}>
            <line className="chart-grid" x1={left} x2={right} y1={y - 4} y2={y - 4} />
            <text className="tabular chart-tick" textAnchor="end" x={at} y={y}>
              {word}
            </text>
          </g>
        ))}
        {chart.kind === 'bar' ? (
          <Bars chart={chart} scale={scale} />
        ) : (
          <Lines chart={chart} scale={scale} />
        )}
        {across.map(({ word, at, y }) => (
          <text className="tabular chart-tick" key={at} textAnchor="middle" x={at} y={y}>
            {visibleText(word)}
          </text>
        ))}
      </svg>
    </div>
  );
}
