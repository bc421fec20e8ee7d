import { useMemo, useState } from 'react';
import { streamText } from '../../text/stream.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { type ChartData, labelsIn, readChart, shortLabel, ticksOf } from './chart-data.ts';
import { JsonBox } from './json-box.tsx';
import { TableOutput } from './table-output.tsx';

const words = streamText.output;
const box = { width: 640, height: 220, left: 52, right: 8, top: 8, bottom: 26 };
/** A second line of names under the axis, px. */
const labelLine = 14;
const plotWidth = box.width - box.left - box.right;
const plotHeight = box.height - box.top - box.bottom;

const figure = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1 });

function Bars({ chart, yOf }: { chart: ChartData; yOf: (value: number) => number }) {
  const slot = plotWidth / Math.max(1, chart.categories.length);
  const width = Math.max(1, (slot * 0.76) / chart.series.length);
  return chart.series.map(({ name, values }, place) => (
    <g className={`c-s c-s${place}`} key={name}>
      {values.map((value, index) => {
        if (value === null) return null;
        const [from, to] = [yOf(0), yOf(value)];
        return (
          <rect
            height={Math.max(0.5, Math.abs(to - from))}
            // biome-ignore lint/suspicious/noArrayIndexKey: a category is its place
            key={index}
            width={Math.max(1, width - 1)}
            x={box.left + slot * index + slot * 0.12 + width * place}
            y={Math.min(from, to)}
          >
            <title>{`${visibleText(chart.categories[index] ?? '')}, ${visibleText(name)}: ${figure(value)}`}</title>
          </rect>
        );
      })}
    </g>
  ));
}

function Lines({ chart, yOf }: { chart: ChartData; yOf: (value: number) => number }) {
  const step = plotWidth / Math.max(1, chart.categories.length - 1);
  return chart.series.map(({ name, values }, place) => {
    let path = '';
    let isBroken = true;
    for (const [index, value] of values.entries()) {
      if (value !== null) {
        path += `${isBroken ? 'M' : 'L'}${(box.left + step * index).toFixed(1)} ${yOf(value).toFixed(1)}`;
      }
      isBroken = value === null;
    }
    return <path className={`c-l c-s${place}`} d={path} fill="none" key={name} />;
  });
}

function Plot({ chart, title }: { chart: ChartData; title: string }) {
  const yOf = (value: number) =>
    box.top + plotHeight * (1 - (value - chart.low) / (chart.high - chart.low));
  const isBar = chart.kind === 'bar';
  const slot = plotWidth / Math.max(1, chart.categories.length - (isBar ? 0 : 1));
  const { every, lines } = labelsIn(chart.categories, slot);
  return (
    <svg
      aria-label={title}
      className="out-chart"
      role="img"
      viewBox={`0 0 ${box.width} ${box.height + (lines - 1) * labelLine}`}
    >
      {ticksOf(chart.low, chart.high).map((tick) => (
        <g key={tick}>
          <line
            className="c-grid"
            x1={box.left}
            x2={box.width - box.right}
            y1={yOf(tick)}
            y2={yOf(tick)}
          />
          <text className="c-tick" textAnchor="end" x={box.left - 6} y={yOf(tick) + 4}>
            {figure(tick)}
          </text>
        </g>
      ))}
      {isBar ? <Bars chart={chart} yOf={yOf} /> : <Lines chart={chart} yOf={yOf} />}
      {chart.categories.map((category, index) =>
        index % every === 0 ? (
          <text
            className="c-tick"
            // biome-ignore lint/suspicious/noArrayIndexKey: a category is its place
            key={index}
            textAnchor="middle"
            x={box.left + slot * index + (isBar ? slot / 2 : 0)}
            y={box.height - 8 + (lines === 2 && (index / every) % 2 === 1 ? labelLine : 0)}
          >
            {visibleText(shortLabel(category))}
          </text>
        ) : null,
      )}
    </svg>
  );
}

/** Series of an agent as bars or lines, the exact figures as a table one press away. */
export function ChartOutput({ data }: { data: Record<string, unknown> }) {
  const [view, setView] = useState<'plot' | 'table'>('plot');
  const chart = useMemo(() => readChart(data), [data]);
  const title = typeof data['title'] === 'string' ? data['title'] : words.chart;
  if (chart === null) return <JsonBox label={words.chart} value={data} />;
  return (
    <figure className="box out-figure">
      <figcaption className="row-s">
        <b className="b cut">{visibleText(title)}</b>
        <span className="grow" />
        <Segmented
          label={words.view}
          onChange={setView}
          options={[
            { value: 'plot', label: words.plot },
            { value: 'table', label: words.table },
          ]}
          value={view}
        />
      </figcaption>
      {view === 'plot' ? (
        <>
          <Plot chart={chart} title={visibleText(title)} />
          <ul className="c-key s">
            {chart.series.map(({ name }, place) => (
              <li className="row-s" key={name}>
                <span className={`c-swatch c-s${place}`} />
                {visibleText(name)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <TableOutput
          columns={[words.category, ...chart.series.map(({ name }) => name)]}
          label={title}
          rows={chart.categories.map((category, index) => [
            category,
            ...chart.series.map(({ values }) => values[index] ?? null),
          ])}
        />
      )}
      {chart.left > 0 ? <p className="help">{words.notDrawn(chart.left)}</p> : null}
    </figure>
  );
}
