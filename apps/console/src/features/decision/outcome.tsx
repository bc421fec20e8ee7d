import type { Decision, Prompt } from '@countersign/api/prompt';
import { CircleCheck, OctagonX, TimerOff, Undo2 } from 'lucide-react';
import { useMe } from '../../live/queries.ts';
import { decisionText as text } from '../../text/decision.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatClock, formatExact } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Ladder, type Rung } from '../../ui/ladder.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { Seal } from './answer-bar.tsx';
import { feedbackWords } from './feedback-words.ts';
import type { Sent } from './use-sent.ts';
import { receiptOf } from './use-sent.ts';

const { rung } = text;

/** The ladder before the server has said anything. */
function sendingRungs(sent: Sent): Rung[] {
  const waiting = sent.entry?.state === 'waiting';
  return [
    { word: rung.sending, state: 'now', note: waiting ? text.waitingForNetwork : null },
    { word: rung.recorded, state: 'todo' },
    { word: rung.delivered, state: 'todo' },
    { word: rung.acknowledged, state: 'todo' },
  ];
}

/** The ladder as the server's facts say. */
export function decisionRungs(decision: Decision): Rung[] {
  const { state, attempts, failure } = decision;
  const recorded: Rung = { word: rung.recorded, state: 'ok', at: decision.recordedAt };
  if (state === 'undeliverable') {
    return [recorded, { word: rung.undeliverable, state: 'bad', note: failure }];
  }
  const delivered: Rung =
    decision.deliveredAt === null
      ? { word: rung.delivered, state: 'now', note: attempts > 1 ? text.attempts(attempts) : null }
      : { word: rung.delivered, state: 'ok', at: decision.deliveredAt };
  const acknowledged: Rung =
    decision.acknowledgedAt !== null
      ? { word: rung.acknowledged, state: 'ok', at: decision.acknowledgedAt }
      : { word: rung.acknowledged, state: decision.deliveredAt === null ? 'todo' : 'now' };
  return [recorded, delivered, acknowledged];
}

function Next({ next, onNext }: { next: Prompt | null; onNext: (id: string) => void }) {
  if (next === null) return <span className="m s">{text.noNext}</span>;
  return (
    <Button className="next" onClick={() => onNext(next.id)} aria-keyshortcuts="J">
      <span className="m">{text.next}</span>
      <span className="cut">{visibleText(next.ask)}</span>
      <Kbd keys="j" />
    </Button>
  );
}

function Decided({ decision, meId }: { decision: Decision; meId: string | null }) {
  const mine = decision.by.kind === 'operator' && decision.by.id === meId;
  const who =
    decision.by.kind === 'default'
      ? text.decidedByDefault
      : mine
        ? text.decidedByYou
        : text.decidedBy(visibleText(decision.by.name));
  return (
    <>
      <div className="o-who">
        <Icon
          of={decision.state === 'undeliverable' ? OctagonX : CircleCheck}
          tone={decision.state === 'undeliverable' ? 'fail' : 'done'}
        />
        <span>
          <b className="b">{who}</b>,{' '}
          <time title={formatExact(decision.recordedAt)}>{formatClock(decision.recordedAt)}</time>:{' '}
          {visibleText(feedbackWords(decision.feedback))}
        </span>
      </div>
      <div className="o-line">
        <Ladder rungs={decisionRungs(decision)} label={text.outcome} />
        <Seal digest={decision.digest} />
      </div>
    </>
  );
}

interface OutcomeProps {
  prompt: Prompt;
  sent: Sent;
  next: Prompt | null;
  onNext: (id: string) => void;
}

/** In the place of the answers once one is on its way, or none is wanted any more. */
export function Outcome({ prompt, sent, next, onNext }: OutcomeProps) {
  const meId = useMe().data?.id ?? null;
  const decision =
    prompt.decision ?? (sent.entry?.state === 'recorded' ? receiptOf(sent.entry) : null);
  return (
    <footer className="answer outcome">
      <div className="o-words" role="status">
        {decision !== null ? (
          <Decided decision={decision} meId={meId} />
        ) : sent.inFlight ? (
          <Ladder rungs={sendingRungs(sent)} label={text.outcome} />
        ) : (
          <Banner icon={prompt.state === 'expired' ? TimerOff : Undo2}>
            <b className="b">{prompt.state === 'expired' ? text.expired : text.withdrawn}</b>{' '}
            {prompt.closedReason
              ? visibleText(prompt.closedReason)
              : prompt.state === 'expired'
                ? text.expiredDetail
                : text.withdrawnDetail}
          </Banner>
        )}
      </div>
      {!sent.inFlight && <Next next={next} onNext={onNext} />}
    </footer>
  );
}
