import type { Blame, BlamedWrite } from '@countersign/api/prompts/history';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import type { TaskSource } from '../../live/task-source.ts';
import { figure } from '../../text/count.ts';
import { stateText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar, PersonAvatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { useThrottled } from '../../ui/hooks/use-throttled.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';

const text = stateText.blame;
const SHOWN = 20;

interface BlamePanelProps {
  source: TaskSource;
  pointer: string;
  /** Up to this position. */
  at: number;
  nameOf: (agentId: string) => string;
  onGo: (sequence: number) => void;
  onClose: () => void;
}

/** The authors of one place of the document: the newest first, each with the previous value. */
export function BlamePanel(props: BlamePanelProps) {
  const { source, pointer, onGo } = props;
  const at = useThrottled(props.at, 2_000);
  const [blame, setBlame] = useState<Blame | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    const controller = new AbortController();
    setError(null);
    source.blame(pointer, at, controller.signal).then(
      (found) => controller.signal.aborted || setBlame(found),
      (failure: unknown) => controller.signal.aborted || setError(failure),
    );
    return () => controller.abort();
  }, [source, pointer, at, attempt]);
  const writes = blame?.writes.toReversed().slice(0, SHOWN) ?? [];
  const [last] = writes;
  return (
    <section aria-label={`${text.title} ${pointer}`} className="on-canvas stack state-blame">
      <h2 className="row small">
        <code className="strong truncate grow" title={pointer} dir="auto" lang="">
          {visibleText(pointer || '/')}
        </code>
        {blame === null ? null : (
          <span className="muted nowrap tabular">{text.writes(blame.total)}</span>
        )}
        {last === undefined ? null : (
          <button className="link nowrap" onClick={() => onGo(last.sequence)} type="button">
            {text.goTo(last.sequence)}
          </button>
        )}
        <IconButton icon={X} label={text.close} onClick={props.onClose} small />
      </h2>
      {error !== null ? (
        <ErrorPanel
          detail={errorText(error)}
          onRetry={() => setAttempt(attempt + 1)}
          title={stateText.failedRead}
        />
      ) : blame === null ? (
        <Skeleton rows={2} />
      ) : writes.length === 0 ? (
        <p className="muted">{text.none}</p>
      ) : (
        <ul>
          {writes.map((write, index) => (
            <WriteRow
              key={write.sequence}
              name={props.nameOf(write.agentId)}
              newest={index === 0}
              onGo={onGo}
              write={write}
            />
          ))}
        </ul>
      )}
      {blame !== null && blame.total > writes.length ? (
        <p className="muted">{text.earlier(blame.total - writes.length)}</p>
      ) : null}
    </section>
  );
}

function valueWords(value: unknown, cut: boolean | undefined): string {
  if (value === undefined) return cut === true ? text.cut : '';
  return visibleText(JSON.stringify(value).slice(0, 120));
}

function WriteRow({
  write,
  name,
  newest,
  onGo,
}: {
  write: BlamedWrite;
  name: string;
  newest: boolean;
  onGo: (sequence: number) => void;
}) {
  const { after, before, cut } = write;
  const removed = after === undefined && cut !== true;
  return (
    <li className={newest ? 'cells' : 'cells muted'}>
      <button className="link mono number" onClick={() => onGo(write.sequence)} type="button">
        {figure(write.sequence)}
      </button>
      {write.agentId.startsWith('operator:') ? (
        <PersonAvatar name={name} />
      ) : (
        <AgentAvatar name={name} />
      )}
      <span className="truncate">
        <span className={newest ? 'strong' : undefined}>{removed ? text.removed : text.set}</span>{' '}
        <code title={removed ? undefined : valueWords(after, cut)}>
          {removed ? '' : valueWords(after, cut)}
        </code>
        {removed && before !== undefined ? <code>{text.was(valueWords(before, cut))}</code> : null}
      </span>
      <Time as="clock" at={write.at} />
    </li>
  );
}
