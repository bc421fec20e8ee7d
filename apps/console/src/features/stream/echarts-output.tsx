import { streamText } from '../../text/stream.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { readChart } from './chart-data.ts';
import { ChartOutput } from './chart-output.tsx';
import { chartOfEcharts } from './echarts.ts';
import { JsonBox } from './json-box.tsx';

/** An `echarts` output: drawn as far as it is a chart of ours, with the whole of what was sent behind it. */
export function EchartsOutput({ data, type }: { data: Record<string, unknown>; type: string }) {
  const chart = chartOfEcharts(data);
  const label = visibleText(streamText.output.unknown(type));
  if (chart === null || readChart(chart) === null) return <JsonBox label={label} value={data} />;
  return (
    <>
      <ChartOutput data={chart} />
      <JsonBox label={label} value={data['option'] ?? data} />
    </>
  );
}
