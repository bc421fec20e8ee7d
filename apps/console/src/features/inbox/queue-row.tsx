import type { Operator } from '@countersign/api/operator';
import type { PromptRow } from '@countersign/api/prompt-row';
import type { Presence } from '@countersign/api/prompts/presence';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { memo } from 'react';
import { LiveRing, LiveTime } from '../../live/session/live-time.tsx';
import { isOrigin, originLabelOf } from '../../text/known-origins.ts';
import { askerName } from '../../text/sender-name.ts';
import { askLang, askText } from '../../text/statements/asked-words.ts';
import { originLabels, inboxText as text, turnText, whyMineText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { SeverityMark } from '../../ui/marks/severity.tsx';
import { SplitTitle } from '../../ui/texts/split-title.tsx';
import type { TitleParts } from '../../ui/texts/split-titles.ts';
import { turnFor } from './queue-filter.ts';
import { Outcome, RowMarks } from './row-marks.tsx';
import './queue-row.css';

export interface RowPlace {
  /** Place in the list and its length, for a reader that sees only the rows in view. */
  place: number;
  size: number;
}
interface QueueRowProps extends RowPlace {
  prompt: PromptRow;
  /** Where its title goes its own way, when another one begins like it. */
  split: TitleParts | undefined;
  /** It is the open one. */
  current: boolean;
  /** It is one of those that are decided together. */
  picked: boolean;
  me: Operator | null;
  people: Presence['people'];
  /** Shows why it is the operator's turn, in the place of the task. */
  whyMine: boolean;
  /** Must be stable: rows are rendered again only if their props change. */
  onChoose: (promptId: string) => void;
  onPick: (promptId: string, range: boolean) => void;
}

export const rowId = (key: string) => `row-${key}`;

/** The box at the left edge: for the pointer only, since an option holds no controls. Keys select with X. */
export function PickBox({ picked }: { picked: boolean }) {
  return (
    <span className={clsx('queue-pick', picked && 'is-on')} data-pick aria-hidden>
      <span className="centred rigid checkbox" data-state={picked ? 'checked' : undefined}>
        {picked && <Icon of={Check} />}
      </span>
    </span>
  );
}

export const isOnPick = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-pick]') !== null;

/** One prompt in two lines: the ask with its deadline; agent, task, who holds it, and age. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { prompt, split, current, picked, place, size, me, people, onChoose, onPick } = props;
  const open = prompt.state === 'open';
  const ask = visibleText(askText(prompt));
  const turn = open ? turnFor(prompt, me) : null;
  const task = prompt.taskTitle === null ? null : visibleText(prompt.taskTitle);
  const beside = props.whyMine && turn?.mine ? whyMineText[turn.reason] : task;
  return (
    <a
      href={`/inbox/${encodeURIComponent(prompt.id)}`}
      className={clsx(
        'anchor full-height soft-line-below queue-row stack hovers choosable',
        !open && 'is-done',
        picked && 'is-on',
      )}
      role="option"
      id={rowId(prompt.id)}
      aria-selected={current}
      aria-checked={picked}
      aria-setsize={size}
      aria-posinset={place}
      tabIndex={-1}
      onClick={(event) => {
        if (isOnPick(event.target)) {
          event.preventDefault();
          onPick(prompt.id, event.shiftKey);
          return;
        }
        // With a modifier the browser opens it elsewhere, as any link.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onChoose(prompt.id);
      }}
    >
      <span className="side-by-side anchor queue-severity">
        <SeverityMark severity={prompt.severity} />
        <PickBox picked={picked} />
      </span>
      <span className="row">
        <SplitTitle
          className="queue-ask grow"
          isOwn={askLang(prompt) === undefined}
          split={split}
          text={ask}
        />
        {open && prompt.expiresAt !== null && (
          <LiveRing from={prompt.openedAt} until={prompt.expiresAt} />
        )}
      </span>
      <span className="row" title={turn === null ? undefined : turnText[turn.reason]}>
        <span className="row-close grow small muted queue-by">
          <span className="truncate" dir="auto" lang="">
            {visibleText(askerName(prompt))}
          </span>
          {beside !== null && (
            <>
              <span aria-hidden>·</span>
              <span className="truncate" dir="auto">
                {beside}
              </span>
            </>
          )}
        </span>
        <span className="row-end row-close at-end rigid small muted nowrap">
          {picked && <span className="visually-hidden">{text.selected}</span>}
          {!isOrigin(prompt.origin, 'upformat/message') && (
            <span className="rounded-small queue-tag">
              {originLabelOf(prompt.origin, originLabels)}
            </span>
          )}
          {open ? (
            <>
              <RowMarks prompt={prompt} me={me} people={people} />
              <LiveTime at={prompt.openedAt} />
            </>
          ) : (
            <Outcome prompt={prompt} meId={me?.id ?? null} />
          )}
        </span>
      </span>
    </a>
  );
});
