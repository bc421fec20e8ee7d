import { problemSlug } from '@countersign/api/problem';
import { GitBranch, OctagonX, Users } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../live/queries.ts';
import { decisionText as text } from '../../text/decision.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatClock } from '../../ui/format-time.ts';
import { JsonView } from '../../ui/json-view.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { ContentDiff } from './content-diff.tsx';
import { hasContent } from './draft.ts';
import { feedbackWords } from './feedback-words.ts';
import type { Answer } from './use-answer.ts';

/** The agent revised what is on screen: the difference in place, and the way on. */
function Revised({ answer }: { answer: Answer }) {
  const { prompt, revised, sent } = answer;
  const [open, setOpen] = useState(true);
  if (revised === null) return null;
  const refused = sent.entry?.state === 'refused';
  return (
    <Banner
      tone="need"
      icon={GitBranch}
      role="alert"
      action={
        <div className="row-s">
          <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
            {text.showChange}
          </Button>
          <Button small onClick={answer.takeRevision}>
            {text.takeRevision(revised.revision)}
          </Button>
        </div>
      }
    >
      <b className="b">{text.changed}</b> {text.changedDetail(revised.revision)}{' '}
      {refused && text.changedNotSent}
      {open && <ContentDiff before={prompt.message} after={revised.message} />}
    </Banner>
  );
}

/** Somebody else was first: who, when, with what; and my draft, which is kept. */
function LostRace({ answer }: { answer: Answer }) {
  const meId = useMe().data?.id ?? null;
  const [open, setOpen] = useState(false);
  const { decision } = answer.prompt;
  const { draft, built } = answer;
  if (decision === null || (decision.by.kind === 'operator' && decision.by.id === meId))
    return null;
  const tried = answer.sent.entry?.state === 'refused';
  if (!tried && !hasContent(draft)) return null;
  const who =
    decision.by.kind === 'default'
      ? text.decidedByDefault
      : text.answeredFirst(visibleText(decision.by.name));
  return (
    <Banner
      icon={Users}
      role="alert"
      action={
        <Button small onClick={() => setOpen(true)}>
          {text.yourDraft}
        </Button>
      }
    >
      <b className="b">{who}</b>, {formatClock(decision.recordedAt)}:{' '}
      {visibleText(feedbackWords(decision.feedback))}. {text.notSent}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={text.yourDraft}
        footer={
          <Button
            variant="danger"
            onClick={() => {
              setOpen(false);
              answer.sent.dismiss();
              answer.clear();
            }}
          >
            {text.throwDraft}
          </Button>
        }
      >
        <JsonView label={text.yourDraft} value={built.ok ? built.feedback : draft} />
      </Dialog>
    </Banner>
  );
}

const toldElsewhere = new Set(['prompt-answered', 'prompt-changed', 'prompt-expired']);

/** Any other refusal, in the server's own words; the draft stays. */
function Refused({ answer }: { answer: Answer }) {
  const { entry } = answer.sent;
  if (entry?.state !== 'refused' || entry.problem === null) return null;
  const { problem } = entry;
  // The newest prompt came with it and tells the rest.
  if (toldElsewhere.has(problemSlug(problem)) && problem['prompt'] !== undefined) return null;
  return (
    <Banner
      tone="fail"
      icon={OctagonX}
      role="alert"
      action={
        problem.retryable ? (
          <Button small onClick={answer.sent.retry}>
            {text.tryAgain}
          </Button>
        ) : undefined
      }
    >
      <b className="b">{text.refused}.</b> {visibleText(problem.detail ?? problem.title)}{' '}
      {text.refusedKept}
      {problem.errors && problem.errors.length > 0 && (
        <ul className="s">
          {problem.errors.slice(0, 10).map((error) => (
            <li key={error.path}>
              <code>{error.path}</code> {visibleText(error.message)}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

/** What the operator must know before going on, between the head and the content. */
export function Notes({ answer }: { answer: Answer }) {
  return (
    <div className="d-notes">
      {answer.lost > 0 && (
        <Banner tone="need" icon={GitBranch} role="status">
          {text.carryLost(answer.lost)}
        </Banner>
      )}
      <Revised answer={answer} />
      <LostRace answer={answer} />
      <Refused answer={answer} />
    </div>
  );
}
