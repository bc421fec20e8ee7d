import type { Output } from '@countersign/hai/event';
import { CircleCheck, CircleDot, CirclePlay, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { recordOf } from '../../../ui/json/record-of.ts';
import { Progress, shareOf } from '../../../ui/marks/progress.tsx';
import { iconNamed } from '../outputs/named-icons.ts';

const words = streamText.tool;

interface ToolLine {
  key: string;
  name: string;
  description: string;
  /** 0 to 1, null = not given. */
  share: number | null;
  /** Progress as text, as the agent wrote it. */
  said: string;
  outputs: Output[];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function outputsOf(value: unknown): Output[] {
  const data = recordOf(value)['data'] ?? value;
  if (data === undefined || data === null) return [];
  return (Array.isArray(data) ? data : [data]).map((entry: unknown) => {
    const record = recordOf(recordOf(entry)['output'] ?? entry);
    return typeof record['type'] === 'string'
      ? { ...record, type: record['type'] }
      : { type: 'data', data: entry };
  });
}

function toolLines(tools: unknown): ToolLine[] {
  if (!Array.isArray(tools)) return [];
  return tools.map((entry: unknown, index) => {
    const tool = recordOf(entry);
    const share = shareOf(tool['progress']);
    return {
      key: textOf(tool['id']) || `tool-${index}`,
      name: textOf(tool['name']),
      description: textOf(tool['description']),
      share,
      said: share === null ? textOf(tool['progress']) : '',
      outputs: outputsOf(tool['data']),
    };
  });
}

/** `toolCallShow`: several tools with how far each has come and what it gave. */
export function ToolList({
  output,
  renderOutput,
}: {
  output: Output;
  /** Draws one nested result. */
  renderOutput: (output: Output) => ReactNode;
}) {
  const data = recordOf(output['data']);
  const lines = toolLines(data['tools']);
  const done = lines.filter((line) => line.share === 1).length;
  const icon = iconNamed(textOf(data['icon']));
  return (
    <div className="clipped stream-box framed">
      <div className="box-head row nowrap">
        {icon === null ? null : <Icon of={icon} small />}
        <b className="strong truncate" dir="auto" lang="">
          {visibleText(textOf(data['title']) || words.tools)}
        </b>
        {lines.every(({ share }) => share === null) ? null : (
          <span className="muted">{words.progress(done, lines.length)}</span>
        )}
      </div>
      {lines.map((line) => (
        <ToolLineView key={line.key} line={line} renderOutput={renderOutput} />
      ))}
    </div>
  );
}

function ToolLineView({
  line,
  renderOutput,
}: {
  line: ToolLine;
  renderOutput: (output: Output) => ReactNode;
}) {
  const { share } = line;
  const isReported = share === null && line.said !== '';
  const glyph = isReported
    ? CircleDot
    : share === 1
      ? CircleCheck
      : share === null || share === 0
        ? Hourglass
        : CirclePlay;
  const tone = share === 1 ? 'done' : share === null || share === 0 ? 'idle' : 'run';
  return (
    <>
      <div className="fine-print soft-line-above tool-row cells nowrap">
        <Icon of={glyph} small tone={tone} />
        <b className="strong truncate" dir="auto" lang="">
          {visibleText(line.name)}
        </b>
        <span className="muted truncate desk-only" title={line.description} dir="auto" lang="">
          {visibleText(line.description)}
        </span>
        {share === null ? (
          <span className="tool-said breakable" dir="auto" lang="">
            {visibleText(line.said)}
          </span>
        ) : (
          <>
            <Progress label={words.progressLabel(line.name)} share={share} />
            <span className="number muted">{words.percent(share)}</span>
          </>
        )}
      </div>
      {line.outputs.length === 0 ? null : (
        <div className="tool-output stack-close">
          {line.outputs.map((output, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nested results have no identity but their place
            <div key={index}>{renderOutput(output)}</div>
          ))}
        </div>
      )}
    </>
  );
}
