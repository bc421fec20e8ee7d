import type { Operator } from '@countersign/api/operator';
import type { PromptRow } from '@countersign/api/prompt-row';
import type { Presence } from '@countersign/api/prompts/presence';
import {
  AlarmClock,
  CircleCheck,
  Hand,
  Hourglass,
  TimerOff,
  TriangleAlert,
  Undo2,
  Users,
} from 'lucide-react';
import { didIn } from '../../text/answers/own-answer.ts';
import { inboxText as text } from '../../text/texts.ts';
import { PersonAvatar } from '../../ui/avatar.tsx';
import { formatExact, formatMinute } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';

/** How a prompt ended, in a few words. */
export function Outcome({ prompt, meId }: { prompt: PromptRow; meId: string | null }) {
  const { decision } = prompt;
  if (decision === null) {
    const expired = prompt.state === 'expired';
    return (
      <>
        <Icon of={expired ? TimerOff : Undo2} small />
        {expired ? text.expired : text.withdrawn}
      </>
    );
  }
  const { by } = decision;
  const words = {
    operator: text.answered(didIn(decision), by.id === meId ? text.you : by.name),
    default: text.defaulted,
    escalation: text.escalatedDefault,
    rule: text.byRule(by.name.replace(/^Rule /, '')),
  };
  const waits = decision.state === 'recorded' ? decision.waitsFor.length : 0;
  const failed = decision.state === 'undeliverable' || decision.state === 'refused';
  const forRun = decision.state === 'recorded' && decision.waitsForRun !== undefined;
  const how = failed
    ? text.undeliverable
    : waits > 0
      ? text.waitsFor(waits)
      : forRun
        ? text.waitsForRun
        : null;
  return (
    <>
      {failed ? (
        <Icon of={TriangleAlert} small tone="fail" />
      ) : waits > 0 || forRun ? (
        <Icon of={Hourglass} small />
      ) : (
        <Icon of={CircleCheck} small tone="done" />
      )}
      <span className="truncate" dir="auto" title={how ?? undefined}>
        {words[by.kind]}
        {how !== null && `, ${how}`}
      </span>
    </>
  );
}

function Holder({ prompt, me, here }: { prompt: PromptRow; me: Operator | null; here: boolean }) {
  const { claim } = prompt;
  if (claim === null) return null;
  const isMe = claim.operator === me?.id;
  return (
    <>
      <span className={here ? 'row-tight queue-holder is-here' : 'row-tight queue-holder'}>
        <PersonAvatar name={claim.name} me={isMe} />
        <span className="visually-hidden">{text.heldBy('')}</span>
        <span className="truncate" title={text.heldBy(claim.name)}>
          {isMe ? text.you : (claim.name.split(/\s+/)[0] ?? claim.name)}
        </span>
      </span>
      {isMe && claim.takeOver !== null && (
        <span className="row-inline strong queue-asks" title={text.asksForIt(claim.takeOver.name)}>
          <Icon of={Hand} small />
          {text.asks}
        </span>
      )}
      <span aria-hidden>·</span>
    </>
  );
}

interface RowMarksProps {
  prompt: PromptRow;
  me: Operator | null;
  people: Presence['people'];
}

/**
 * The marks between an open prompt and its age: who has it open, who holds it, which group it was assigned to, until when it is
 * snoozed.
 */
export function RowMarks({ prompt, me, people }: RowMarksProps) {
  const { snooze, escalation, claim } = prompt;
  const others = people.filter((person) => person.operator !== me?.id);
  const beside = others.filter((person) => person.operator !== claim?.operator);
  const group = escalation?.group ?? null;
  return (
    <>
      {beside.length > 0 && (
        <span
          className="rigid queue-here"
          role="img"
          aria-label={text.here(
            beside.map((person) => person.name),
            beside.some((person) => person.mode === 'editing'),
          )}
          title={text.here(
            beside.map((person) => person.name),
            beside.some((person) => person.mode === 'editing'),
          )}
        />
      )}
      {group !== null && (
        <span className="row-tight queue-mark" title={text.escalatedTo(group)}>
          <Icon of={Users} small />
          <span className="visually-hidden">{text.escalatedTo('')}</span>
          <span className="truncate">{group}</span>
        </span>
      )}
      {snooze !== null && (
        <span
          className="row-tight queue-mark"
          title={text.snoozedBy(snooze.name, formatExact(snooze.until), snooze.reason)}
        >
          <Icon of={AlarmClock} small />
          <span className="visually-hidden">{text.snoozed}</span>
          {formatMinute(snooze.until)}
        </span>
      )}
      <Holder prompt={prompt} me={me} here={others.length > beside.length} />
    </>
  );
}
