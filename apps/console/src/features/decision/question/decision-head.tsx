import { isAskerId } from '@countersign/api/asker';
import type { Prompt } from '@countersign/api/prompt';
import { namedBy } from '@countersign/hai/sender';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ArrowLeft, CircleCheck, TimerOff, Undo2 } from 'lucide-react';
import { useAgentNames } from '../../../live/agent-names.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { askerName } from '../../../text/sender-name.ts';
import { askLang, askText } from '../../../text/statements/asked-words.ts';
import { commonText, severityLabels, decisionText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { AgentAvatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { filled } from '../../../ui/filled.ts';
import { formatClock, formatExact } from '../../../ui/format-time.ts';
import { usePhone } from '../../../ui/hooks/use-phone.ts';
import { SeverityMark } from '../../../ui/marks/severity.tsx';
import { StateBadge } from '../../../ui/marks/state-badge.tsx';
import type { Answer } from '../compose/use-answer.ts';
import { ClaimBadge } from '../people/claim-badge.tsx';
import { Readers } from '../people/readers.tsx';
import { HeadMenu } from './head-menu.tsx';
import { OriginBadge } from './origin.tsx';
import './decision-head.css';
import type { RefObject } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';

interface LongTitle {
  ref: RefObject<HTMLHeadingElement | null>;
  /** It does not fit in the lines it gets, or did not before it was shown whole. */
  isLong: boolean;
  isWhole: boolean;
  toggle: () => void;
}

/** A title that is cut after some whole lines until it is shown whole; measured, as the same text fits in a wider panel. */
function useLongTitle({ id, ask }: Pick<Prompt, 'id' | 'ask'>): LongTitle {
  const ref = useRef<HTMLHeadingElement>(null);
  const [isCut, setCut] = useState(false);
  // Of one question: the next is cut again.
  const [whole, setWhole] = useState<string | null>(null);
  const isWhole = whole === id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text can be cut without another size
  useLayoutEffect(() => {
    const { current } = ref;
    if (current === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => setCut(current.scrollHeight > current.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [ask, isWhole]);
  return { ref, isLong: isCut || isWhole, isWhole, toggle: () => setWhole(isWhole ? null : id) };
}

const closedIcons = { answered: CircleCheck, expired: TimerOff, withdrawn: Undo2 };

/** The severity given by the agent; no severity is not a medium one. */
function HowBad({ prompt }: { prompt: Prompt }) {
  if (upPromptOf(prompt.message).severity === undefined)
    return <span className="muted desk-only">{text.noSeverity}</span>;
  return (
    <span className="row-tight">
      <SeverityMark severity={prompt.severity} />
      <span className="strong" aria-hidden>
        {severityLabels[prompt.severity]}
      </span>
    </span>
  );
}

/** Who asks; the name links to the page of that agent. An asker without a task has none. */
function AskerLink({ prompt }: { prompt: Prompt }) {
  return (
    <>
      <AgentAvatar name={visibleText(prompt.agentName)} />
      {isAskerId(prompt.agentId) ? (
        <span className="truncate" dir="auto" lang="">
          {visibleText(askerName(prompt))}
        </span>
      ) : (
        <Link
          className="truncate"
          params={{ agentId: prompt.agentId }}
          to="/agents/$agentId"
          dir="auto"
          lang=""
        >
          {visibleText(askerName(prompt))}
        </Link>
      )}
    </>
  );
}

function TaskLink({ prompt, className }: { prompt: Prompt; className?: string }) {
  const { taskId, taskTitle } = prompt;
  if (taskId === null) return null;
  return (
    <Link
      to="/tasks/$taskId"
      params={{ taskId }}
      className={clsx('truncate decision-task', className)}
      dir="auto"
      lang=""
    >
      {visibleText(taskTitle ?? taskId)}
    </Link>
  );
}

function People({ answer }: { answer: Answer }) {
  return (
    <>
      <Readers promptId={answer.prompt.id} />
      <ClaimBadge answer={answer} />
    </>
  );
}

/** On a phone: the agent, its task and the people, in a line whose place is always taken. */
function ByLine({ answer }: { answer: Answer }) {
  return (
    <div className="row full-width ink decision-sender">
      <AskerLink prompt={answer.prompt} />
      <TaskLink prompt={answer.prompt} />
      <span className="to-end decision-people row-tight">
        <People answer={answer} />
      </span>
    </div>
  );
}

function Meta({ answer, onBack, onSnooze }: HeadProps) {
  const { prompt } = answer;
  const isPhone = usePhone();
  const dot = (
    <span className="muted desk-only" aria-hidden>
      ·
    </span>
  );
  return (
    <div className="fine-print decision-meta row nowrap">
      <IconButton
        className="small-only go-back"
        label={text.back}
        icon={ArrowLeft}
        onClick={onBack}
      />
      {prompt.state === 'open' ? (
        <StateBadge state={prompt.blocking ? 'needsHumanDecision' : 'followup'} />
      ) : (
        <Badge tone="idle" icon={closedIcons[prompt.state]}>
          {text.closed[prompt.state]}
        </Badge>
      )}
      <OriginBadge prompt={prompt} />
      <HowBad prompt={prompt} />
      {dot}
      <span className="row-inline avatar-name desk-only">
        <AskerLink prompt={prompt} />
      </span>
      {prompt.taskId !== null && dot}
      <TaskLink prompt={prompt} className="desk-only" />
      <span className="to-end decision-people row">
        {!isPhone && <People answer={answer} />}
        <HeadMenu answer={answer} onSnooze={onSnooze} />
      </span>
    </div>
  );
}

interface HeadProps {
  answer: Answer;
  onBack: () => void;
  onSnooze: () => void;
}

/** The question, its sender, severity and age, and who is working on it: the first thing read. */
export function DecisionHead(props: HeadProps) {
  const { prompt } = props.answer;
  const isPhone = usePhone();
  const title = useLongTitle(prompt);
  const nameOf = useAgentNames();
  const waiting = upPromptOf(prompt.message).waiting ?? [];
  return (
    <header className="line-below scrolls-down decision-head">
      <Meta {...props} />
      <h1
        className={clsx('tight-above breakable', !title.isWhole && 'line-clamp')}
        ref={title.ref}
        tabIndex={-1}
        data-prompt-head
        dir="auto"
        lang={askLang(prompt)}
      >
        {visibleText(askText(prompt))}
      </h1>
      <div className="side-by-side tight-above decision-figures small muted nowrap">
        {title.isLong && (
          <button
            aria-expanded={title.isWhole}
            className="link small rigid"
            onClick={title.toggle}
            type="button"
          >
            {title.isWhole ? text.less : text.more}
          </button>
        )}
        {isPhone && <ByLine answer={props.answer} />}
        <span>
          {filled(
            text.asked,
            <b title={formatExact(prompt.openedAt)}>{formatClock(prompt.openedAt)}</b>,
            <LiveTime at={prompt.openedAt} as="ago" />,
          )}
        </span>
        {prompt.revision > 1 && <span>{filled(text.revision, <b>{prompt.revision}</b>)}</span>}
        {upPromptOf(prompt.message).severity === undefined && (
          <span className="phone-only">{text.noSeverity}</span>
        )}
        {prompt.state === 'open' && (
          <span className="truncate">
            {waiting.length === 0
              ? text.waitingOn(text.nobodyNamed)
              : filled(
                  text.waitingOn,
                  <b dir="auto">
                    {commonText.inRow(
                      waiting.map((name) => visibleText(nameOf(namedBy(prompt.agentId, name)))),
                    )}
                  </b>,
                )}
          </span>
        )}
        <span>{filled(text.sequence, <b className="mono">{prompt.sequence}</b>)}</span>
      </div>
    </header>
  );
}
