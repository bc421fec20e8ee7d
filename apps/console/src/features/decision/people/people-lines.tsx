import type { Claim } from '@countersign/api/prompt';
import { may } from '@countersign/desk/permissions';
import { Moon } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePromptActions } from '../../../live/prompts/prompt-actions.ts';
import { useMe } from '../../../live/queries.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { useServerNow } from '../../../live/session/server-now.ts';
import { useAction } from '../../../live/use-action.ts';
import {
  commonText,
  peopleText as text,
  decisionTimeText as timeText,
} from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { PersonAvatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { filled } from '../../../ui/filled.ts';
import { formatLeft, formatMinute, formatMoment } from '../../../ui/format-time.ts';
import { Icon } from '../../../ui/icon.tsx';
import { foreignWords } from '../../../ui/texts/foreign-words.tsx';
import { Failure } from '../compose/failure.tsx';
import type { Answer } from '../compose/use-answer.ts';
import './people-lines.css';

interface LineProps {
  mark: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  /** Announced at once: the time is limited. */
  isUrgent?: boolean;
}

function Line({ mark, children, action, isUrgent = false }: LineProps) {
  return (
    <div
      className="line-below on-panel who-line row wraps-on-phone controls-grow-on-phone rigid small"
      role={isUrgent ? 'alert' : undefined}
    >
      {mark}
      <span className="grow breakable">{children}</span>
      {action}
    </div>
  );
}

function Left({ until }: { until: number }) {
  const left = until - useServerNow();
  return <>{left <= 0 ? text.goes : text.goesIn(formatLeft(left))}</>;
}

function Countdown({ until }: { until: number }) {
  return (
    <span className="muted tabular" aria-hidden>
      <Left until={until} />
    </span>
  );
}

/** Another operator requests a prompt that I have claimed: without a response it is handed over. */
function Wanted({
  takeOver,
  answer,
}: {
  takeOver: NonNullable<Claim['takeOver']>;
  answer: Answer;
}) {
  const { claims, action, release } = answer.holding;
  return (
    <Line
      isUrgent
      mark={<PersonAvatar name={takeOver.name} />}
      action={
        <>
          <Countdown until={takeOver.grantedAt} />
          <Button small busy={action.busy} onClick={release}>
            {text.handOver}
          </Button>
          <Button
            small
            variant="ghost"
            disabled={action.busy}
            onClick={() => void action.run(claims.keep)}
          >
            {text.keep}
          </Button>
        </>
      }
    >
      <b className="strong" dir="auto" lang="">
        {visibleText(takeOver.name)}
      </b>{' '}
      {/* The age is updated every second; the alert is announced once. */}
      <WantsWords at={takeOver.at} />
    </Line>
  );
}

function WantsWords({ at }: { at: number }) {
  return <>{filled(text.wants, <LiveTime at={at} as="ago" />)}</>;
}

/** I asked for it: what happens, and when. */
function Asked({ claim, answer }: { claim: Claim; answer: Answer }) {
  const { claims, action } = answer.holding;
  const { takeOver } = claim;
  if (takeOver === null) return null;
  return (
    <Line
      mark={<PersonAvatar name={claim.name} />}
      action={
        <Button small busy={action.busy} onClick={() => void action.run(claims.release)}>
          {text.takeBack}
        </Button>
      }
    >
      {filled(
        (left) => text.asked(visibleText(claim.name), left),
        <TakeOverLeft until={takeOver.grantedAt} />,
      )}
    </Line>
  );
}

function TakeOverLeft({ until }: { until: number }) {
  return <b className="strong tabular">{formatLeft(until - useServerNow())}</b>;
}

/** Another operator holds it: ask for it, or confirm answering anyway. */
function Held({ claim, answer }: { claim: Claim; answer: Answer }) {
  const me = useMe().data;
  const { holding, despite, setDespite, draft } = answer;
  const { claims, action } = holding;
  const name = visibleText(claim.name);
  const isWriting = draft.type !== null;
  return (
    <Line
      mark={<PersonAvatar name={claim.name} />}
      action={
        <>
          {claim.takeOver === null && (
            <Button small busy={action.busy} onClick={() => void action.run(claims.ask)}>
              {text.ask}
            </Button>
          )}
          {may(me, 'administer') && (
            <Button
              small
              disabled={action.busy}
              title={text.forceNote}
              onClick={() => void action.run(claims.force)}
            >
              {text.force}
            </Button>
          )}
          {isWriting && (
            <Button small variant="ghost" onClick={() => setDespite(!despite)}>
              {despite ? text.notAnyway : text.answerAnyway}
            </Button>
          )}
        </>
      }
    >
      <b className="strong">
        {despite ? text.answeringAnyway(name) : text.holdsLine(name, formatMinute(claim.until))}
      </b>
      {commonText.gap}
      {claim.takeOver === null
        ? isWriting && !despite && text.holdsNote
        : text.askedByOther(visibleText(claim.takeOver.name))}
    </Line>
  );
}

function Snoozed({ answer }: { answer: Answer }) {
  const { snooze, id } = answer.prompt;
  const { wake } = usePromptActions(id);
  const action = useAction();
  const now = useServerNow();
  if (snooze === null) return null;
  return (
    <Line
      mark={<Icon of={Moon} />}
      action={
        !answer.viewer && (
          <Button small busy={action.busy} onClick={() => void action.run(wake)}>
            {action.busy ? timeText.waking : timeText.wake}
          </Button>
        )
      }
    >
      <b className="strong">
        {timeText.snoozedBy(visibleText(snooze.name), formatMoment(snooze.until, now))}
      </b>
      {commonText.colon}
      {foreignWords(snooze.reason)}
      <Failure of={action.failure} />
    </Line>
  );
}

/** Between the head and the content: who is working on it, and whether it is snoozed. */
export function PeopleLines({ answer }: { answer: Answer }) {
  const meId = useMe().data?.id ?? null;
  const { claim, state, snooze } = answer.prompt;
  const { holder, action } = answer.holding;
  if (state !== 'open') return null;
  return (
    <>
      {snooze !== null && <Snoozed answer={answer} />}
      {holder === 'me' && claim?.takeOver && <Wanted takeOver={claim.takeOver} answer={answer} />}
      {holder === 'other' &&
        claim !== null &&
        !answer.viewer &&
        (claim.takeOver?.operator === meId ? (
          <Asked claim={claim} answer={answer} />
        ) : (
          <Held claim={claim} answer={answer} />
        ))}
      {action.failure !== null && (
        <p className="line-below on-panel who-line row wraps-on-phone controls-grow-on-phone rigid small">
          <Failure of={action.failure} />
        </p>
      )}
    </>
  );
}
