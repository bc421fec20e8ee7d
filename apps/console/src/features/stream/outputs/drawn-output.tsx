import type { Output } from '@countersign/hai/event';
import { Download, ExternalLink, FileText, ImageOff } from 'lucide-react';
import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { recordOf } from '../../../ui/json/record-of.ts';
import { JsonBox } from '../json-box.tsx';
import { readChart } from './chart-data.ts';
import { ChartOutput } from './chart-output.tsx';
import { ChartPoints } from './chart-points.tsx';
import { DiffOutput } from './diff-output.tsx';
import { chartOfEcharts, optionOf } from './echarts.ts';
import { FactsOutput } from './facts-output.tsx';
import { GraphOutput } from './graph-output.tsx';
import type { MediaKind } from './media.ts';
import { mediaOf } from './media.ts';

const words = streamText.output;

/** A picture, sound, film or file. One on another host is opened only on request, in a new tab. */
function MediaOutput({ kind, data }: { kind: MediaKind; data: Readonly<Record<string, unknown>> }) {
  const media = mediaOf(kind, data);
  const name = visibleText(media.name);
  const label = words.media(words[kind], name);
  if (media.show === 'inline') {
    if (kind === 'image')
      return <img alt={label} className="output-media framed" src={media.source} />;
    if (kind === 'audio') {
      // biome-ignore lint/a11y/useMediaCaption: agents send no captions; the name is the label
      return <audio aria-label={label} className="output-media" controls src={media.source} />;
    }
    // biome-ignore lint/a11y/useMediaCaption: agents send no captions; the name is the label
    return <video aria-label={label} className="output-media framed" controls src={media.source} />;
  }
  return (
    <div className="clipped stream-box framed box-head row nowrap wrapping">
      <Icon of={kind === 'image' ? ImageOff : FileText} small />
      <b className="strong truncate">{label}</b>
      {media.show === 'remote' ? (
        <span className="muted truncate grow">{words.remote(media.host)}</span>
      ) : null}
      {media.show === 'refused' ? (
        <span className="muted truncate grow">
          {media.reason === 'size' ? words.tooLarge : words.refused}
        </span>
      ) : null}
      {media.show === 'remote' ? (
        <a
          href={media.href}
          rel="noreferrer noopener nofollow"
          referrerPolicy="no-referrer"
          target="_blank"
        >
          <Icon of={ExternalLink} small /> {words.openRemote}
        </a>
      ) : null}
      {media.show === 'download' ? (
        <a download={media.name || words.file} href={media.source}>
          <Icon of={Download} small /> {words.download}
        </a>
      ) : null}
    </div>
  );
}

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
    case 'diff':
      return <DiffOutput data={data} />;
    case 'facts':
      return <FactsOutput data={data} />;
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
