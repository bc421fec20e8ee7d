import type { ThreadPrompt } from '@countersign/thread/thread';
import type { ReactNode } from 'react';
import { LiveRing } from '../../live/live-time.tsx';
import { deciderName } from '../../text/decider.ts';
import { decisionRungs } from '../../text/decision-rungs.ts';
import { feedbackSummary } from '../../text/feedback-summary.ts';
import { taskText } from '../../text/task.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Diamond } from '../../ui/icon.tsx';
import { Ladder } from '../../ui/ladder.tsx';
import { visibleText } from '../../ui/visible-text.ts';

const words = taskText.decisions;

/** Open questions first, then the newest. */
export function inOrder(prompts: readonly ThreadPrompt[]): ThreadPrompt[] {
  const rank = (prompt: ThreadPrompt) => (prompt.state !== 'open' ? 2 : prompt.blocking ? 0 : 1);
  return [...prompts].sort((a, b) => rank(a) - rank(b) || b.sequence - a.sequence);
}

type PromptLink = (promptId: string, children: ReactNode, className?: string) => ReactNode;

/** What was asked in this task, and how each question stands. */
export function DecisionsPanel({
  prompts,
  promptLink,
}: {
  prompts: readonly ThreadPrompt[];
  promptLink: PromptLink;
}) {
  return (
    <section aria-label={words.title} className="side-decisions">
      <div className="sec-h">
        <h2>{words.title}</h2>
        {prompts.length > 0 ? <span className="s m tn">{prompts.length}</span> : null}
      </div>
      {prompts.length === 0 ? <EmptyState title={words.none}>{words.noneDetail}</EmptyState> : null}
      <ul className="asks">
        {inOrder(prompts).map((prompt) => (
          <Ask key={prompt.id} prompt={prompt} promptLink={promptLink} />
        ))}
      </ul>
    </section>
  );
}

function Ask({ prompt, promptLink }: { prompt: ThreadPrompt; promptLink: PromptLink }) {
  const { decision } = prompt;
  const open = prompt.state === 'open';
  return (
    <li>
      <Diamond filled={prompt.blocking} small />
      <div className="grow">
        {promptLink(prompt.id, visibleText(prompt.ask), 'ask-t')}
        {open ? (
          <div className="row s m">
            <span>{prompt.blocking ? words.blocking : words.followup}</span>
            {prompt.expiresAt === null ? null : (
              <LiveRing from={prompt.openedAt} until={prompt.expiresAt} />
            )}
          </div>
        ) : null}
        {decision ? (
          <>
            <p className="s m cut">
              {deciderName(decision.by)}
              {decision.by.kind === 'operator' ? ' ' : ': '}
              {visibleText(feedbackSummary(decision.feedback))}
            </p>
            <Ladder label={words.ladder} rungs={decisionRungs(decision).slice(-1)} small />
          </>
        ) : null}
        {!open && !decision ? (
          <p className="s m">{prompt.state === 'expired' ? words.expired : words.withdrawn}</p>
        ) : null}
      </div>
    </li>
  );
}
