import type { Output } from '@countersign/hai/event';
import { streamText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { recordOf } from '../../ui/json/record-of.ts';
import { readChart } from './chart-data.ts';
import { ChartOutput } from './chart-output.tsx';
import { ChartPoints } from './chart-points.tsx';
import { chartOfEcharts, optionOf } from './echarts.ts';
import { GraphOutput } from './graph-output.tsx';
import { JsonBox } from './json-box.tsx';
import { MediaOutput } from './media-output.tsx';

/** An `echarts` output: drawn if it can be read as our chart, else its points as a table; the complete JSON is available below. */
function EchartsOutput({ data, type }: { data: Record<string, unknown>; type: string }) {
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

export interface DrawnOutputProps {
  output: Output;
  data: Record<string, unknown>;
}

/** Outputs that are drawn, or are files. They have their own chunk: most tasks have none. */
export function DrawnOutput({ output, data }: DrawnOutputProps) {
  switch (output.type) {
    case 'chart':
      return <ChartOutput data={data} />;
    case 'graph':
      return <GraphOutput data={data} />;
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      return <MediaOutput data={data} kind={output.type} />;
    default:
      return <EchartsOutput data={recordOf(output['data'] ?? output)} type={output.type} />;
  }
}
