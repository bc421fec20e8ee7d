import type { Decider } from '@countersign/api/prompt';
import type { PromptItem, UpMessageItem } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { ListChecks, Timer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { deciderName } from '../../../text/answers/decider.ts';
import { decisionRungs } from '../../../text/answers/decision-rungs.ts';
import { feedbackSummary } from '../../../text/answers/feedback-summary.ts';
import { askLang, askText } from '../../../text/statements/asked-words.ts';
import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { PersonAvatar } from '../../../ui/avatar.tsx';
import { Diamond, Icon } from '../../../ui/icon.tsx';
import { DeadlineRing } from '../../../ui/marks/deadline-ring.tsx';
import { Ladder } from '../../../ui/marks/ladder.tsx';
import { QuotedText } from '../../../ui/texts/quoted-text.tsx';
import { authorOf, useStreamContext } from '../stream-context.tsx';
import { EventHead, EventRow } from './event-row.tsx';
import { isOffer } from './offers.ts';

/** A circle for a person, a clock for a default, a list for a rule: an automatic answer is never drawn as a person. */
function DeciderMark({
  by,
  meId = null,
}: {
  by: Pick<Decider, 'kind' | 'id' | 'name'>;
  meId?: string | null;
}) {
  if (by.kind === 'operator') return <PersonAvatar me={by.id === meId} name={by.name} />;
  return <Icon of={by.kind === 'rule' ? ListChecks : Timer} small />;
}

const words = streamText.prompt;

interface PromptRowProps {
  item: UpMessageItem | PromptItem;
  explanation: string | undefined;
  prompt: ThreadPrompt;
}

/** A question inline: what is asked, by when, who answered what, and how far the answer has come. */
export function PromptRow({ item, explanation, prompt }: PromptRowProps) {
  const world = useStreamContext();
  const speaker = authorOf(prompt.speaker || item.agentId, world);
  const open = prompt.state === 'open';
  const tone = open ? (prompt.blocking ? 'need' : 'offer') : closedTone(prompt);
  return (
    <EventRow at={item.startedAt} mark={<Diamond filled={prompt.blocking} />}>
      <EventHead mark speaker={speaker}>
        <span className="muted">{prompt.blocking ? words.asks : words.offers}</span>
      </EventHead>
      <div className="ask-in stack-tight framed" data-tone={tone === 'idle' ? undefined : tone}>
        <div className="row wraps-on-phone ask-line">
          <span className="strong grow breakable ask-question" dir="auto" lang={askLang(prompt)}>
            {visibleText(askText(prompt))}
          </span>
          {open && prompt.expiresAt !== null ? <PromptDeadline prompt={prompt} /> : null}
          {open
            ? world.promptLink(
                prompt.id,
                prompt.blocking && world.readOnly !== true ? words.answer : words.open,
                'button',
              )
            : null}
        </div>
        {open && isMore(explanation, prompt) ? (
          <p className="small muted breakable" dir="auto" lang="">
            <QuotedText>{visibleText(explanation)}</QuotedText>
          </p>
        ) : null}
        {open ? null : <Closed prompt={prompt} />}
      </div>
    </EventRow>
  );
}

/** Green is for an answer of a person or a rule: a default means a missed deadline. */
function closedTone({ decision }: ThreadPrompt): 'done' | 'fail' | 'idle' {
  if (decision === null || decision.by.kind === 'default') return 'idle';
  return decision.state === 'undeliverable' || decision.state === 'refused' ? 'fail' : 'done';
}

/** A question asked in Gen UI is already shown in the message above. */
const isMore = (
  explanation: string | undefined,
  { ask, origin }: ThreadPrompt,
): explanation is string => explanation !== undefined && explanation !== ask && !isOffer(origin);

function PromptDeadline({ prompt }: { prompt: ThreadPrompt }) {
  const { now } = useStreamContext();
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1000);
    return () => clearInterval(timer);
  }, [now]);
  return <DeadlineRing from={prompt.openedAt} now={at} until={prompt.expiresAt} />;
}

function Closed({ prompt }: { prompt: ThreadPrompt }) {
  const world = useStreamContext();
  const { decision } = prompt;
  const link = world.promptLink(prompt.id, words.decision);
  if (!decision) {
    return (
      <div className="row small muted">
        <span className="grow">{prompt.state === 'expired' ? words.expired : words.withdrawn}</span>
        {link}
      </div>
    );
  }
  const byPerson = decision.by.kind === 'operator';
  return (
    <>
      <div className="row small">
        <DeciderMark by={decision.by} meId={world.me} />
        <span className="grow">
          <b className="strong">{deciderName(decision.by)}</b>
          {byPerson ? ' ' : ': '}
          {visibleText(feedbackSummary(decision.feedback, prompt))}
        </span>
        {link}
      </div>
      <Ladder label={words.ladder} rungs={decisionRungs(decision)} small />
    </>
  );
}
