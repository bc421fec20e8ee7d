import type { Prompt } from '@countersign/api/prompt';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { clsx } from 'clsx';
import { usePromptActions } from '../../../live/prompts/prompt-actions.ts';
import { LiveRing } from '../../../live/session/live-time.tsx';
import { useServerNow } from '../../../live/session/server-now.ts';
import { useAction } from '../../../live/use-action.ts';
import { defaultInWords } from '../../../text/answers/default-in-words.ts';
import {
  commonText,
  promptLifeText,
  decisionText as text,
  decisionTimeText as timeText,
} from '../../../text/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { formatMoment, formatSpan } from '../../../ui/format-time.ts';
import { EscalationLine } from '../question/escalation-line.tsx';
import { WhoLine } from '../question/who-line.tsx';
import { Failure } from './failure.tsx';
import type { Answer } from './use-answer.ts';
import './default-line.css';

/** Characters that fit next to the deadline and its buttons. */
const LINE_CHARS = 40;

/** The deadline as text; with the day only if it is not today. */
function Deadline({ at }: { at: number }) {
  return <span>{text.ifNobody(formatMoment(at, useServerNow()))}</span>;
}

/** One extension that the agent allows, and how many are left. */
function Extend({ prompt }: { prompt: Prompt }) {
  const { extend } = usePromptActions(prompt.id);
  const action = useAction();
  const { extension, expiresAt } = prompt;
  if (extension === null || expiresAt === null) return null;
  const span = formatSpan(extension.seconds * 1_000);
  return (
    <>
      <Button
        small
        busy={action.busy}
        disabled={extension.left === 0}
        title={extension.left === 0 ? timeText.noExtension : undefined}
        onClick={() => void action.run(() => extend(expiresAt))}
      >
        {timeText.extend(span)}
        <span className="muted">{timeText.extensionsLeft(extension.left)}</span>
      </Button>
      <Failure of={action.failure} />
    </>
  );
}

function Default({ prompt }: { prompt: Prompt }) {
  const words = defaultInWords(prompt.message);
  if (words === null) return <span className="muted truncate">{text.lapses}</span>;
  return (
    <bdi
      className={clsx('default-words truncate', words.length > LINE_CHARS && 'is-long')}
      title={words}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, and what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {words}
    </bdi>
  );
}

/** The default: its time, what will be sent, and the buttons to send it now or extend the deadline. */
export function DefaultLine({ answer }: { answer: Answer }) {
  const { viewer, draft } = answer;
  // What is sent without an answer is that of the newest revision, whichever is on screen.
  const prompt = answer.revised ?? answer.prompt;
  const { expiresAt, message } = prompt;
  return (
    <>
      <div className="answer-default row nowrap">
        <LiveRing from={prompt.revisedAt ?? prompt.openedAt} until={expiresAt} />
        {expiresAt === null ? (
          <span>
            <b className="strong">{text.ifNobodyEver}</b>
            {commonText.gap}
            {promptLifeText.noDeadline(prompt.blocking, prompt.way ?? null)}
          </span>
        ) : (
          <>
            <Deadline at={expiresAt} />
            <Default prompt={prompt} />
          </>
        )}
        {!viewer && (
          <span className="row-tight to-end answer-default-actions rigid full-on-phone">
            {upPromptOf(message).defaultFeedback && (
              <Button
                small
                aria-pressed={draft.type === 'default'}
                onClick={() => answer.choose('default')}
              >
                {timeText.sendDefault}
              </Button>
            )}
            <Extend prompt={prompt} />
          </span>
        )}
      </div>
      <WhoLine prompt={prompt} />
      <EscalationLine prompt={prompt} />
    </>
  );
}
