import type { Output } from '@countersign/hai/event';
import { Box, MousePointerClick } from 'lucide-react';
import { createContext, Suspense, useContext, useState } from 'react';
import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { recordOf } from '../../../ui/json/record-of.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { JsonBox } from '../json-box.tsx';
import type { DrawnOutputProps } from './drawn-output.tsx';
import { iconNamed } from './named-icons.ts';
import '../figures.css';
import { Progress, shareOf } from '../../../ui/marks/progress.tsx';
import { useOffer } from '../rows/offers.ts';
import { ToolList } from '../rows/tool-list.tsx';
import { useStreamContext } from '../stream-context.tsx';
import { plainColour } from './plain-colour.ts';
import { TableOutput } from './table-output.tsx';

const words = streamText.output;

// Without a network the values can still be read, as received.
const DrawnOutput = lazyPart(
  async () => (await import('./drawn-output.tsx')).DrawnOutput,
  (_, props) => <UndrawnOutput {...props} />,
);

const UndrawnOutput = ({ output }: DrawnOutputProps) => (
  <JsonBox label={visibleText(words.unknown(output.type))} value={output} />
);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Members of an output, whether the agent put them under `data` or next to `type`. */
function members(output: Output): Record<string, unknown> {
  return { ...recordOf(output), ...recordOf(output['data']) };
}

/** One Gen UI output (docs/protocol/events.md). An unknown type is shown as labelled JSON, never dropped. */
export function OutputView({ output, open }: { output: Output; open: boolean }) {
  const data = members(output);
  switch (output.type) {
    case 'text':
      return <Markdown open={open} text={textOf(data['content'])} />;
    case 'toolCallShow':
      return <NestedTools output={output} />;
    case 'icon':
      return <IconOutput data={data} />;
    case 'button':
      return <ButtonOutput name={textOf(data['name'])} />;
    case 'progress':
      return <ProgressOutput data={data} />;
    case 'table':
      return <TableOutput columns={data['columns']} rows={data['rows']} />;
    case 'chart':
    case 'diff':
    case 'echarts':
    case 'facts':
    case 'graph':
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      return (
        <Suspense fallback={<Skeleton label={visibleText(words.unknown(output.type))} rows={6} />}>
          <DrawnOutput data={data} output={output} />
        </Suspense>
      );
    case 'activity':
      return <ActivityOutput data={data} />;
    case 'form':
      return <FormOutput schema={data['schema'] ?? data} />;
    default:
      return <JsonBox label={visibleText(words.unknown(output.type))} value={output} />;
  }
}

/** Tool lists in tool lists; deeper ones are shown as received, since too deep a page breaks the browser. */
const MAX_NESTED = 4;
const NestedContext = createContext(0);

function NestedTools({ output }: { output: Output }) {
  const depth = useContext(NestedContext);
  if (depth >= MAX_NESTED) return <JsonBox label={words.unknown(output.type)} value={output} />;
  return (
    <NestedContext value={depth + 1}>
      <ToolList output={output} renderOutput={renderNested} />
    </NestedContext>
  );
}

const renderNested = (output: Output) => <OutputView open={false} output={output} />;

/** Agents name icons freely: a name that is known is drawn, every name is written out, for the name is the information. */
function IconOutput({ data }: { data: Record<string, unknown> }) {
  const name = textOf(data['icon']) || textOf(data['name']);
  const colour = plainColour(data['color']);
  return (
    <span className="fine-print nowrap rounded-small tag-box" title={words.icon(visibleText(name))}>
      <span
        className="row-tight"
        // Mixed half with the theme's ink, a pale colour stays visible on light and a dark one on dark.
        style={
          colour === null ? undefined : { color: `color-mix(in srgb, ${colour} 55%, var(--ink))` }
        }
      >
        <Icon of={iconNamed(name) ?? Box} />
      </span>
      {visibleText(name)}
    </span>
  );
}

/** The agent's current activity, as described by it: the newest state. */
function ActivityOutput({ data }: { data: Record<string, unknown> }) {
  const name = visibleText(words.activity(textOf(data['activityType'])));
  return <JsonBox label={name} open value={data['content']} />;
}

function FormOutput({ schema }: { schema: unknown }) {
  const { promptLink } = useStreamContext();
  const offer = useOffer('form');
  if (offer === null) return <JsonBox label={words.form} open value={schema} />;
  return (
    <div className="row output-button">
      {offer.state === 'open' ? (
        promptLink(offer.id, words.fillIn, 'button')
      ) : (
        <span className="fine-print nowrap rounded-small tag-box">{words.form}</span>
      )}
    </div>
  );
}

const Offered = ({ label }: { label: string }) => (
  <>
    <span className="truncate">{label}</span>
    <span className="muted small">{words.answerOffer}</span>
  </>
);

/** A button that is a question on the server is answered there, where it is recorded who pressed it; others send text. */
function ButtonOutput({ name }: { name: string }) {
  const { say, promptLink } = useStreamContext();
  const offer = useOffer('button');
  const [pressed, setPressed] = useState(false);
  const label = visibleText(words.press(name));
  if (offer?.state === 'open') {
    const children = <Offered label={label} />;
    return <div className="row output-button">{promptLink(offer.id, children, 'button')}</div>;
  }
  if (offer !== null)
    return <span className="fine-print nowrap rounded-small tag-box">{label}</span>;
  if (!say) return <span className="fine-print nowrap rounded-small tag-box">{label}</span>;
  return (
    <div className="row output-button">
      <Button
        disabled={pressed}
        icon={MousePointerClick}
        onClick={() => {
          setPressed(true);
          say(name);
        }}
        title={words.pressHint}
      >
        <span className="truncate">{label}</span>
      </Button>
      {pressed ? <span className="small muted">{words.pressed}</span> : null}
    </div>
  );
}

function ProgressOutput({ data }: { data: Record<string, unknown> }) {
  const share = shareOf(data['value']);
  const label = visibleText(textOf(data['label']) || words.progress);
  return (
    <div className="row output-progress">
      <span className="truncate grow">{label}</span>
      {share === null ? null : <Progress label={label} share={share} />}
      <span className="number muted small">
        {share === null ? '' : streamText.tool.percent(share)}
      </span>
    </div>
  );
}
