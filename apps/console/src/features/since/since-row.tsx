import { clsx } from 'clsx';
import { LiveRing, LiveTime } from '../../live/session/live-time.tsx';
import { askerName } from '../../text/sender-name.ts';
import { askLang, askText } from '../../text/statements/asked-words.ts';
import { answerVerbs, commonText, taskText, sinceText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { SeverityMark } from '../../ui/marks/severity.tsx';
import { statusInputOfTask } from '../../ui/marks/task-appearance.ts';
import { TaskBadge } from '../../ui/marks/task-badge.tsx';
import type { SinceItem } from './since-sections.ts';

interface SinceRowProps {
  item: SinceItem;
  current: boolean;
  looked: boolean;
  onOpen: () => void;
}

/** One thing to look at: what it is, of whom, and what became of it. */
export function SinceRow({ item, current, looked, onOpen }: SinceRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the focus and the keys
    <div
      className={clsx('since-row row soft-line-below hovers choosable', looked && 'muted')}
      role="option"
      tabIndex={-1}
      id={`since-${item.id}`}
      aria-selected={current}
      onClick={onOpen}
    >
      {item.kind === 'prompt' ? <Question item={item} /> : <Work item={item} />}
    </div>
  );
}

function Question({ item: { prompt } }: { item: Extract<SinceItem, { kind: 'prompt' }> }) {
  const { decision, state } = prompt;
  return (
    <>
      <SeverityMark severity={prompt.severity} />
      <span className="grow column">
        <span className="truncate strong" dir="auto" lang={askLang(prompt)}>
          {visibleText(askText(prompt))}
        </span>
        <span className="small muted truncate" dir="auto">
          {commonText.inRow([
            visibleText(askerName(prompt)),
            ...(decision === null ? [] : [text.went(answerVerbs[decision.feedback.type])]),
          ])}
        </span>
      </span>
      {state === 'open' ? (
        <LiveRing from={prompt.openedAt} until={prompt.expiresAt} />
      ) : (
        <span className="small muted tabular">
          <LiveTime as="ago" at={prompt.closedAt ?? decision?.recordedAt ?? prompt.openedAt} />
        </span>
      )}
    </>
  );
}

function Work({ item: { task } }: { item: Extract<SinceItem, { kind: 'task' }> }) {
  return (
    <>
      <span className="grow column">
        <span className="truncate strong" dir="auto" lang="">
          {visibleText(task.title || taskText.untitled)}
        </span>
        <span className="small muted truncate" dir="auto" lang="">
          {visibleText(task.agentName)}
        </span>
      </span>
      <TaskBadge statusInput={statusInputOfTask(task)} />
      <span className="small muted tabular">
        <LiveTime as="ago" at={task.updatedAt} />
      </span>
    </>
  );
}
