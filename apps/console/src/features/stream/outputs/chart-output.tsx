import { useMemo, useState } from 'react';
import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { readChart } from './chart-data.ts';
import { ChartPlot } from './chart-plot.tsx';
import { ChartPoints } from './chart-points.tsx';
import { seriesStyle } from './chart-series.ts';
import { TableOutput } from './table-output.tsx';

const words = streamText.output;
/** Series of an agent as bars or lines, the exact figures as a table one press away. */
export function ChartOutput({ data }: { data: Record<string, unknown> }) {
  const [view, setView] = useState<'plot' | 'table'>('plot');
  const chart = useMemo(() => readChart(data), [data]);
  const title = typeof data['title'] === 'string' ? data['title'] : words.chart;
  if (chart === null) return <ChartPoints data={data} title={visibleText(title)} />;
  return (
    <figure className="clipped stream-box framed output-figure stack-close">
      <figcaption className="row-tight">
        <b className="strong truncate" dir="auto" lang="">
          {visibleText(title)}
        </b>
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
          <ChartPlot chart={chart} title={visibleText(title)} />
          <ul className="running small">
            {chart.series.map(({ name }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two series may have one name
              <li className="row-tight" key={place}>
                <span className="swatch" style={{ background: seriesStyle(place).colour }} />
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
      {chart.left > 0 ? (
        <p className="small muted help-text">{words.notDrawn(chart.left)}</p>
      ) : null}
    </figure>
  );
}
