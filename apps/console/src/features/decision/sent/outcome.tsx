import type { Decision, Prompt } from '@countersign/api/prompt';
import type { PromptRow } from '@countersign/api/prompt-row';
import { isInDoubt } from '@countersign/desk/in-doubt';
import { may } from '@countersign/desk/permissions';
import { mayRecall as mayTakeBack } from '@countersign/desk/recall';
import type { UpMessage } from '@countersign/upformat/message';
import { CircleCheck, CircleStop, OctagonX, TimerOff, TriangleAlert, Undo2 } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { useMe } from '../../../live/queries.ts';
import { deciderName } from '../../../text/answers/decider.ts';
import { decisionRungs } from '../../../text/answers/decision-rungs.ts';
import type { Rung } from '../../../text/answers/rung.ts';
import { askLang, askText } from '../../../text/statements/asked-words.ts';
import { commonText, rungText, decisionText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { filled } from '../../../ui/filled.ts';
import { formatClock, formatExact } from '../../../ui/format-time.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Ladder } from '../../../ui/marks/ladder.tsx';
import { ReasonText } from '../../../ui/texts/reason-text.tsx';
import { feedbackText } from '../compose/feedback-text.ts';
import { Seal } from '../question/seal.tsx';
import { RecallBar } from './recall-bar.tsx';
import { receiptOf, type Sent } from './use-sent.ts';
import './outcome.css';

/** The delivery steps before the server has confirmed anything. */
function sendingRungs(sent: Sent): Rung[] {
  const waiting = sent.entry?.state === 'waiting';
  return [
    { word: rungText.sending, state: 'now', note: waiting ? rungText.waitingForNetwork : null },
    { word: rungText.recorded, state: 'todo' },
    { word: rungText.delivered, state: 'todo' },
    { word: rungText.acknowledged, state: 'todo' },
  ];
}

function Next({ next, onNext }: { next: PromptRow | null; onNext: (id: string) => void }) {
  if (next === null)
    return <span className="muted small next-question full-on-phone">{text.noNext}</span>;
  return (
    <Button
      className="next-question full-on-phone"
      onClick={() => onNext(next.id)}
      aria-keyshortcuts="J"
    >
      <span className="muted">{text.next}</span>
      <span className="truncate" dir="auto" lang={askLang(next)}>
        {visibleText(askText(next))}
      </span>
      <Kbd keys="j" />
    </Button>
  );
}

/** Who answered, with our labels; a rule with its version. */
function whoDecided({ by }: Decision, meId: string | null, isElsewhere: boolean): string {
  if (by.kind === 'default') return text.decidedByDefault;
  if (by.kind === 'escalation') return text.decidedByEscalation;
  if (by.kind === 'rule') return text.decidedByRule(visibleText(by.name), by.rule?.version);
  if (by.id !== meId) return text.decidedBy(visibleText(by.name));
  return isElsewhere ? text.decidedByYouElsewhere : text.decidedByYou;
}

/** A tick marks an answer of a person or a rule; a default means that there was no answer. */
function markOf(decision: Decision) {
  const { state, by } = decision;
  if (isInDoubt(decision)) return { of: TriangleAlert, tone: 'need' } as const;
  if (state === 'undeliverable' || state === 'refused') {
    return { of: OctagonX, tone: 'fail' } as const;
  }
  return by.kind === 'default'
    ? ({ of: TimerOff, tone: 'idle' } as const)
    : ({ of: CircleCheck, tone: 'done' } as const);
}

interface DecidedProps {
  message: UpMessage;
  decision: Decision;
  meId: string | null;
  /** It was open here when the answer was received, and was not answered from here. */
  isElsewhere: boolean;
}

function Decided({ message, decision, meId, isElsewhere }: DecidedProps) {
  return (
    <>
      <div className="row at-top outcome-who breakable">
        <Icon {...markOf(decision)} />
        <span className="scrolls">
          {filled(
            (who, clock) =>
              text.answeredAs(who, clock, visibleText(feedbackText(decision.feedback, message))),
            <b className="strong">{whoDecided(decision, meId, isElsewhere)}</b>,
            <time title={formatExact(decision.recordedAt)}>
              {formatClock(decision.recordedAt)}
            </time>,
          )}
        </span>
      </div>
      <div className="running spread">
        <Ladder rungs={decisionRungs(decision)} label={text.outcome} />
        <Seal digest={decision.digest} />
      </div>
    </>
  );
}

interface OutcomeProps {
  prompt: Prompt;
  sent: Sent;
  /** The prompt was open when it came on screen. */
  wasOpen: boolean;
  next: PromptRow | null;
  onNext: (id: string) => void;
  /** Where the letter of recall acts. */
  scopeRef: RefObject<HTMLElement | null>;
  /** Further actions after the answer. */
  after?: ReactNode;
}

/** Why it needs no answer any more. */
function endWords({ state, stoppedBy }: Prompt, meId: string | null): string {
  if (state === 'expired') return text.expired;
  // Facts of older servers lack it.
  if (!stoppedBy) return text.withdrawn;
  return stoppedBy.id === meId ? text.stoppedByYou : text.stopped(visibleText(stoppedBy.name));
}

/** In place of the answers once one is being sent, or none is needed any more. */
export function Outcome({ prompt, sent, wasOpen, next, onNext, scopeRef, after }: OutcomeProps) {
  const me = useMe().data;
  const meId = me?.id ?? null;
  const decision =
    prompt.decision ?? (sent.entry?.state === 'recorded' ? receiptOf(sent.entry) : null);
  // Its entry is removed once the answer has been sent.
  const [isFromHere, setFromHere] = useState(sent.entry !== null);
  if (sent.entry !== null && !isFromHere) setFromHere(true);
  const mayRecall =
    decision !== null &&
    me !== undefined &&
    mayTakeBack(decision, { operatorId: me.id, isAdmin: may(me, 'administer') });
  return (
    <footer className="scrolls-down line-above on-canvas answer outcome stack-wide">
      <div className="stack" role="status">
        {decision !== null ? (
          <Decided
            message={prompt.message}
            decision={decision}
            meId={meId}
            isElsewhere={wasOpen && !isFromHere}
          />
        ) : sent.inFlight ? (
          <Ladder rungs={sendingRungs(sent)} label={text.outcome} />
        ) : (
          <Banner
            icon={prompt.state === 'expired' ? TimerOff : prompt.stoppedBy ? CircleStop : Undo2}
          >
            <b className="strong">{endWords(prompt, meId)}</b>
            {commonText.gap}
            {prompt.closedReason ? (
              <ReasonText english={prompt.closedReason} statement={prompt.closedStatement} />
            ) : prompt.state === 'expired' ? (
              text.expiredDetail
            ) : (
              text.withdrawnDetail
            )}
          </Banner>
        )}
      </div>
      {mayRecall && (
        <RecallBar
          decision={decision}
          scopeRef={scopeRef}
          whose={decision.by.id === meId ? null : deciderName(decision.by)}
        />
      )}
      {after}
      {!sent.inFlight && <Next next={next} onNext={onNext} />}
    </footer>
  );
}
