import { jsonText } from '@countersign/json/json-text';
import type { ToolCallItem } from '@countersign/thread/thread';
import { Circle, CircleCheck, CirclePause, CirclePlay, OctagonX, Wrench } from 'lucide-react';
import { useState } from 'react';
import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { JsonText } from '../../../ui/json/json-text.tsx';
import { usePaused } from '../paused-run.ts';
import { Disclosure } from './disclosure.tsx';
import { Elapsed } from './elapsed.tsx';
import { EventRow } from './event-row.tsx';
import '../../../ui/json/json-colors.css';

const words = streamText.tool;
/** Above this many characters a finished call shows one line until it is opened. */
const LONG = 700;

function parsed(text: string): string {
  try {
    return jsonText(JSON.parse(text));
  } catch {
    return text;
  }
}

function resultText(result: unknown): string {
  return typeof result === 'string' ? parsed(result) : jsonText(result);
}

/** Its run has ended without a result: some tools never answer, others are answered by the next run. */
const isUnanswered = ({ status, endedAt }: ToolCallItem): boolean =>
  endedAt !== null && (status === 'called' || status === 'arguments');

/** The line next to the name: the status of the call, or its result. */
function summaryOf(item: ToolCallItem, result: string | null, open: boolean): string {
  if (isUnanswered(item)) {
    return item.answered === undefined ? words.unanswered : words.answeredAs[item.answered];
  }
  if (item.status === 'arguments') return words.arguments;
  if (item.status === 'called') return words.called;
  if (item.status === 'failed') return words.failed;
  return open || result === null ? words.done : result.replace(/\s+/g, ' ').slice(0, 160);
}

const glyphs = { arguments: CirclePlay, called: CirclePlay, done: CircleCheck, failed: OctagonX };
const tones = { arguments: 'run', called: 'run', done: 'done', failed: 'fail' } as const;

export function ToolCallRow({ item }: { item: ToolCallItem }) {
  const halted = usePaused() && item.status === 'arguments';
  const arriving = item.status === 'arguments' && !halted;
  const args = item.status === 'arguments' ? item.args : parsed(item.args);
  const result = item.result === undefined ? null : resultText(item.result);
  const long = args.length + (result?.length ?? 0) > LONG;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? (arriving || !long || item.status === 'failed');
  // A result can arrive without its call.
  const isAlone = item.name === '' && item.args === '';
  const name = isAlone ? words.withoutCall : visibleText(item.name);
  const unanswered = isUnanswered(item);
  return (
    <EventRow at={item.startedAt} mark={<Icon of={Wrench} />}>
      <div className="clipped stream-box framed">
        <Disclosure className="box-head row nowrap" onToggle={() => setChosen(!open)} open={open}>
          <Icon
            of={unanswered ? Circle : halted ? CirclePause : glyphs[item.status]}
            small
            tone={unanswered ? 'idle' : halted ? 'hold' : tones[item.status]}
          />
          <b className="strong truncate">{name}</b>
          <span className="muted truncate grow">
            {halted ? streamText.halted : visibleText(summaryOf(item, result, open))}
          </span>
          {isAlone ? null : <Elapsed from={item.startedAt} to={item.endedAt} />}
        </Disclosure>
        {open ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <div aria-label={name} className="box-body verbatim" role="group" tabIndex={0}>
            {isAlone ? null : <Line label={words.args} open={arriving} text={args} />}
            {(item.earlierResults ?? []).map((earlier, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: results are only ever appended
              <Line key={place} label={words.gaveFirst} text={resultText(earlier)} />
            ))}
            {result === null || result === item.error ? null : (
              <Line label={words.gave} text={result} />
            )}
            {item.error === undefined ? null : (
              <div className="fault">
                <span className="muted">{words.error}</span> {visibleText(item.error)}
              </div>
            )}
          </div>
        ) : null}
      </div>
    </EventRow>
  );
}

function Line({ label, text, open = false }: { label: string; text: string; open?: boolean }) {
  if (text === '' && !open) return <div className="muted">{words.noArguments}</div>;
  return (
    <div className="copy-line">
      {open ? null : <CopyButton className="link small copy-inside" of={label} text={() => text} />}
      <span className="muted">{label}</span> <JsonText open={open} text={text} />
    </div>
  );
}
