import { streamText } from '../../text/stream.ts';
import { visibleText } from '../../text/visible-text.ts';
import { readChart } from './chart-data.ts';
import { ChartOutput } from './chart-output.tsx';
import { ChartPoints } from './chart-points.tsx';
import { chartOfEcharts, optionOf } from './echarts.ts';
import { JsonBox } from './json-box.tsx';

/** An `echarts` output: drawn if it can be read as our chart, else its points as a table; the complete JSON is available below. */
export function EchartsOutput({ data, type }: { data: Record<string, unknown>; type: string }) {
  const chart = chartOfEcharts(data);
  const label = visibleText(streamText.output.unknown(type));
  if (chart === null || readChart(chart) === null) {
    return <ChartPoints data={optionOf(data)} title={label} />;
  }
  return (
    <>
      <ChartOutput data={chart} />
      <JsonBox label={label} value={data['option'] ?? data} />
    </>
  );
}
