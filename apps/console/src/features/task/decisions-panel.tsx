import type { Decision } from '@countersign/api/prompt';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { type ReactNode, useState } from 'react';
import { LiveRing } from '../../live/session/live-time.tsx';
import { deciderName } from '../../text/answers/decider.ts';
import { decisionRungs } from '../../text/answers/decision-rungs.ts';
import { feedbackSummary } from '../../text/answers/feedback-summary.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { commonText, csvText, durationLabels, taskText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Diamond } from '../../ui/icon.tsx';
import { Ladder } from '../../ui/marks/ladder.tsx';
import { sealOf } from '../../ui/marks/seal-of.ts';
import { Time } from '../../ui/time.tsx';

const words = taskText.decisions;

/** Open questions first, then the newest. */
export function inOrder(prompts: readonly ThreadPrompt[]): ThreadPrompt[] {
  const rank = (prompt: ThreadPrompt) => (prompt.state !== 'open' ? 2 : prompt.blocking ? 0 : 1);
  return [...prompts].sort((a, b) => rank(a) - rank(b) || b.sequence - a.sequence);
}

type PromptLink = (promptId: string, children: ReactNode, className?: string) => ReactNode;

/** The questions of this task, with their status. */
export function DecisionsPanel({
  prompts,
  promptLink,
  isWhole = false,
  sent,
  onExport,
}: {
  prompts: readonly ThreadPrompt[];
  promptLink: PromptLink;
  /** With all details: on a page of its own, not in a side panel. */
  isWhole?: boolean;
  /** What was answered, as it was sent: asked for when it is unfolded. Absent = cannot be shown. */
  sent?: ((prompt: ThreadPrompt) => ReactNode) | undefined;
  /** Saves the list; absent in the side panel. */
  onExport?: (() => void) | undefined;
}) {
  return (
    <section aria-label={words.title} className="scrolls side-decisions">
      <div className="panel-section-head">
        <h2>{words.title}</h2>
        {prompts.length > 0 ? <span className="small muted tabular">{prompts.length}</span> : null}
        {onExport === undefined || prompts.length === 0 ? null : (
          <button
            className="link small target-height"
            data-save-csv
            onClick={onExport}
            type="button"
          >
            {csvText.save}
          </button>
        )}
      </div>
      {prompts.length === 0 ? <EmptyState title={words.none}>{words.noneDetail}</EmptyState> : null}
      <ul className="task-asks">
        {inOrder(prompts).map((prompt) => (
          <Ask
            isWhole={isWhole}
            key={prompt.id}
            prompt={prompt}
            promptLink={promptLink}
            sent={sent}
          />
        ))}
      </ul>
    </section>
  );
}

interface AskProps {
  prompt: ThreadPrompt;
  promptLink: PromptLink;
  isWhole: boolean;
  sent: ((prompt: ThreadPrompt) => ReactNode) | undefined;
}

function Ask({ prompt, promptLink, isWhole, sent }: AskProps) {
  const { decision } = prompt;
  const open = prompt.state === 'open';
  return (
    <li className="row at-top close-line soft-line-between">
      <Diamond filled={prompt.blocking} small />
      <div className="grow">
        {promptLink(
          prompt.id,
          visibleText(askText(prompt)),
          isWhole ? 'block ink strong breakable' : 'ink strong three-lines breakable',
        )}
        {open ? (
          <div className="row small muted">
            <span>{prompt.blocking ? words.blocking : words.followup}</span>
            {prompt.expiresAt === null ? null : (
              <LiveRing from={prompt.openedAt} until={prompt.expiresAt} />
            )}
          </div>
        ) : null}
        {decision ? (
          <>
            <p className={isWhole ? 'small muted' : 'small muted truncate'}>
              {deciderName(decision.by)}
              {decision.by.kind === 'operator' ? ' ' : commonText.colon}
              {visibleText(feedbackSummary(decision.feedback, prompt))}
            </p>
            <Ladder
              label={words.ladder}
              rungs={isWhole ? decisionRungs(decision) : decisionRungs(decision).slice(-1)}
              small
            />
          </>
        ) : null}
        {!open && !decision ? (
          <p className="small muted">
            {prompt.state === 'expired' ? words.expired : words.withdrawn}
          </p>
        ) : null}
        {isWhole ? <Facts prompt={prompt} /> : null}
        {decision !== null && sent !== undefined ? <Unfolded>{() => sent(prompt)}</Unfolded> : null}
      </div>
    </li>
  );
}

/** Its content is made when it is opened. */
function Unfolded({ children }: { children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="small">{words.sent}</summary>
      {isOpen ? children() : null}
    </details>
  );
}

function whoAnswered({ by, inBulk }: Decision): string {
  if (by.kind === 'default') return words.facts.byDefault;
  const name = deciderName(by);
  return inBulk === true ? words.facts.inBulk(name) : name;
}

/** When it was asked, how long it took, by when it had to be answered, and the seal of what was shown. */
function Facts({ prompt }: { prompt: ThreadPrompt }) {
  const { decision, digest, openedAt, expiresAt } = prompt;
  const end = decision?.recordedAt ?? prompt.closedAt;
  return (
    <dl className="ask-facts stack small">
      <dt>{words.facts.asked}</dt>
      <dd>
        <Time as="clock" at={openedAt} />
      </dd>
      {end === null ? null : (
        <>
          <dt>{words.facts.took}</dt>
          <dd>{durationLabels(end - openedAt)}</dd>
        </>
      )}
      <dt>{words.facts.deadline}</dt>
      <dd>{expiresAt === null ? words.facts.noDeadline : <Time as="clock" at={expiresAt} />}</dd>
      {decision === null ? null : (
        <>
          <dt>{words.facts.by}</dt>
          <dd>{whoAnswered(decision)}</dd>
        </>
      )}
      {digest === undefined ? null : (
        <>
          <dt>{words.facts.seal}</dt>
          <dd className="mono" title={digest}>
            {sealOf(digest)}
          </dd>
        </>
      )}
    </dl>
  );
}
