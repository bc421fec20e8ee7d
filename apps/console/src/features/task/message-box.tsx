import type { Task } from '@countersign/api/task';
import type { OutboxEntry } from '@countersign/client/client';
import { Hand, OctagonX, Paperclip } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { problemText } from '../../text/statements/problems.ts';
import { commonText, taskText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { filled } from '../../ui/filled.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { QueuedProps } from './queued-list.tsx';

// Few tasks have messages that wait for a run.
const QueuedList = lazyPart(async () => (await import('./queued-list.tsx')).QueuedList);

const words = taskText.say;
const goals = { running: words.running, 'new-run': words.newRun, 'next-run': words.nextRun };

interface SayBoxProps extends QueuedProps {
  to: Task['can']['message'];
  agentName: string;
  readOnly: boolean;
  /** Messages of this task that the server has not taken yet. */
  unsent: readonly OutboxEntry[];
  /** The effect of a message sent now on open questions; null = none. */
  asked: { promptId: string; kind: 'blocks' | 'passed-by'; count: number } | null;
  promptLink: (promptId: string, children: ReactNode) => ReactNode;
  onSay: (text: string) => void;
  /** Continues with what has been written, and attachments; null = agents of this protocol take none. */
  onAttach: ((text: string) => void) | null;
  onRetry: (entryId: string) => void;
  onDismiss: (entryId: string) => void;
}

/** Sends messages to the agents at any time; shows the recipient and the delivery status. */
export function MessageBox({
  to,
  agentName,
  readOnly,
  unsent,
  asked,
  promptLink,
  onSay,
  onAttach,
  onRetry,
  onDismiss,
  ...queue
}: SayBoxProps) {
  const [text, setText] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(160, element.scrollHeight)}px`;
  }, [text]);

  const send = () => {
    if (text.trim() === '' || asked?.kind === 'blocks') return;
    onSay(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const queued = queue.queued.length > 0 && (
    <Suspense>
      <QueuedList {...queue} readOnly={readOnly} />
    </Suspense>
  );
  if (readOnly) {
    return (
      <>
        {queued}
        <p className="row on-canvas message-box message-closed muted">{words.viewer}</p>
      </>
    );
  }
  return (
    <div className="message-place rigid">
      {queued}
      <ul aria-live="polite" className="unsent stack-tight">
        {unsent.map((entry) => (
          <Unsent entry={entry} key={entry.id} onDismiss={onDismiss} onRetry={onRetry} />
        ))}
      </ul>
      {asked === null ? null : (
        <p className="row-tight at-top small message-asked">
          <Icon of={Hand} small tone="need" />
          <span>
            {words.asked[asked.kind](asked.count)} {promptLink(asked.promptId, words.asked.answer)}
          </span>
        </p>
      )}
      <div className="row at-bottom on-canvas message-box wraps-on-phone">
        <textarea
          data-say
          className="bare-input"
          aria-label={words.label}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={words.placeholder}
          ref={area}
          rows={1}
          value={text}
        />
        <span className="message-receiver muted truncate small">
          {filled(goals[to], <bdi>{visibleText(agentName)}</bdi>)}
        </span>
        <IconButton
          disabled={onAttach === null || asked?.kind === 'blocks'}
          icon={Paperclip}
          label={words.attach}
          onClick={() => onAttach?.(text)}
          title={onAttach === null ? words.attachNone : words.attach}
        />
        <Button
          disabled={text.trim() === '' || asked?.kind === 'blocks'}
          onClick={send}
          variant="ghost"
        >
          {words.send}
          <Kbd keys="$mod+Enter" />
        </Button>
      </div>
    </div>
  );
}

function contentOf(body: unknown): string {
  return body !== null && typeof body === 'object' && 'content' in body ? String(body.content) : '';
}

function Unsent({
  entry,
  onRetry,
  onDismiss,
}: {
  entry: OutboxEntry;
  onRetry: (entryId: string) => void;
  onDismiss: (entryId: string) => void;
}) {
  const refused = entry.state === 'refused';
  return (
    <li className="row small">
      {refused ? <Icon of={OctagonX} small tone="fail" /> : <Spinner />}
      <span className="truncate grow">{contentOf(entry.body)}</span>
      <span className={refused ? 'fault' : 'muted'}>
        {refused
          ? commonText.pair(
              words.refused,
              entry.problem === undefined || entry.problem === null
                ? ''
                : problemText(entry.problem),
            )
          : entry.state === 'waiting'
            ? words.waiting
            : words.sending}
      </span>
      {entry.state === 'sending' ? null : (
        <button className="link small" onClick={() => onRetry(entry.id)} type="button">
          {words.again}
        </button>
      )}
      {refused ? (
        <button className="link small" onClick={() => onDismiss(entry.id)} type="button">
          {words.dismiss}
        </button>
      ) : null}
    </li>
  );
}
