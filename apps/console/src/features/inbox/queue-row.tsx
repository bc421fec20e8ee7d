import type { Prompt } from '@countersign/api/prompt';
import { clsx } from 'clsx';
import { CircleCheck, TimerOff, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { LiveRing, LiveTime } from '../../live/live-time.tsx';
import { didWords, inboxText as text } from '../../text/inbox.ts';
import { Icon } from '../../ui/icon.tsx';
import { SeverityMark } from '../../ui/severity.tsx';
import { visibleText } from '../../ui/visible-text.ts';

interface QueueRowProps {
  prompt: Prompt;
  selected: boolean;
  /** Place in the list and its length, for a reader that sees only the rows in view. */
  place: number;
  size: number;
  meId: string | null;
  /** Must be stable: rows are drawn again only when something of theirs changed. */
  onChoose: (promptId: string) => void;
}

export const rowId = (promptId: string) => `row-${promptId}`;

function Outcome({ prompt, meId }: { prompt: Prompt; meId: string | null }) {
  const { decision } = prompt;
  if (prompt.state === 'expired' && decision === null) {
    return (
      <>
        <Icon of={TimerOff} small />
        {text.expired}
      </>
    );
  }
  if (decision === null) {
    return (
      <>
        <Icon of={Undo2} small />
        {text.withdrawn}
      </>
    );
  }
  const by = decision.by.id === meId ? text.you : decision.by.name;
  return (
    <>
      <Icon of={CircleCheck} small tone="done" />
      {decision.by.kind === 'default'
        ? text.defaulted
        : text.answered(didWords[decision.feedback.type], by)}
    </>
  );
}

/** One prompt in two lines: the ask with its deadline; agent, task and age. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { prompt, selected, place, size, meId, onChoose } = props;
  const open = prompt.state === 'open';
  const ask = visibleText(prompt.ask);
  return (
    <a
      href={`/inbox/${encodeURIComponent(prompt.id)}`}
      className={clsx('q-row', !open && 'is-done')}
      role="option"
      id={rowId(prompt.id)}
      aria-selected={selected}
      aria-setsize={size}
      aria-posinset={place}
      tabIndex={-1}
      onClick={(event) => {
        // With a modifier the browser opens it elsewhere, as any link.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onChoose(prompt.id);
      }}
    >
      <span className="sevc">
        <SeverityMark severity={prompt.severity} />
      </span>
      <span className="l1">
        <span className="ask cut" title={ask}>
          {ask}
        </span>
        {open && <LiveRing from={prompt.openedAt} until={prompt.expiresAt} />}
      </span>
      <span className="l2">
        <span className="by">
          <span className="cut">{visibleText(prompt.agentName)}</span>
          <span aria-hidden>·</span>
          <span className="cut">{visibleText(prompt.taskTitle)}</span>
        </span>
        <span className="end">
          {open ? <LiveTime at={prompt.openedAt} /> : <Outcome prompt={prompt} meId={meId} />}
        </span>
      </span>
    </a>
  );
});
