import type { Output } from '@countersign/hai/event';
import { recordOf } from '../../ui/json/record-of.ts';
import { ChartOutput } from './chart-output.tsx';
import { EchartsOutput } from './echarts-output.tsx';
import { GraphOutput } from './graph-output.tsx';
import { MediaOutput } from './media-output.tsx';

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
