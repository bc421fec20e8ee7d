import type { Prompt } from '@countersign/api/prompt';
import { isUnanswerable } from '@countersign/desk/delivery-method';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { CornerUpLeft, Unplug } from 'lucide-react';
import { isOrigin } from '../../../text/known-origins.ts';
import { commonText, decisionText, promptLifeText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { formatClock } from '../../../ui/format-time.ts';
import { ReasonText } from '../../../ui/texts/reason-text.tsx';
import { feedbackText } from '../compose/feedback-text.ts';
import { UnreadNote } from '../question/unread-note.tsx';

/** The last answer could not be delivered: which, and why. */
function Returned({ prompt }: { prompt: Prompt }) {
  const { returned } = prompt;
  if (returned === null || returned === undefined) return null;
  return (
    <Banner tone="fail" icon={CornerUpLeft} role="status">
      <b className="strong">{returned.state === 'refused' ? text.refused : text.undeliverable}</b>
      {commonText.gap}
      {decisionText.answeredAs(
        visibleText(returned.by.name),
        formatClock(returned.recordedAt),
        commonText.sentence(visibleText(feedbackText(returned.feedback, prompt.message))),
      )}
      {commonText.gap}
      {returned.failure !== null && (
        <>
          <ReasonText english={returned.failure} statement={returned.failureStatement} />
          {commonText.gap}
        </>
      )}
      {text.answerAgain}
    </Banner>
  );
}

/** The run that asked has ended, or its agent was removed: what is still possible. */
function Over({ prompt }: { prompt: Prompt }) {
  const run = prompt.way?.run;
  if (isUnanswerable(prompt)) {
    return (
      <Banner tone="need" icon={Unplug} role="status">
        <b className="strong">{text.gone}</b>
        {commonText.gap}
        {text.goneNote}
      </Banner>
    );
  }
  // Most agents end their run to ask; only a failure is worth reporting.
  if (run !== 'failed' && run !== 'lost') return null;
  const hasDefault = upPromptOf(prompt.message).defaultFeedback !== undefined;
  return (
    <Banner tone="need" icon={Unplug} role="status">
      <b className="strong">{text.run[run]}</b>
      {commonText.gap}
      {text.newRun}
      {commonText.gap}
      {run === 'failed' && hasDefault && text.failedDefault}
    </Banner>
  );
}

/** What an operator must know about the delivery of an answer before writing one. */
export function DeliveryNotes({ prompt }: { prompt: Prompt }) {
  const { taskId } = prompt;
  if (prompt.state !== 'open') return null;
  return (
    <>
      {taskId !== null && isOrigin(prompt.origin, 'upformat/unread') && (
        <UnreadNote taskId={taskId} />
      )}
      <Over prompt={prompt} />
      <Returned prompt={prompt} />
    </>
  );
}
