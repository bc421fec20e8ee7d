import { type Problem, problemSlug } from '@countersign/api/problem';
import type { Decider } from '@countersign/api/prompt';
import { jsonEqual } from '@countersign/json/json-equal';
import { defaultPath, publicPart } from '@countersign/upformat/public-part';
import { Copy, FilePen, GitBranch, OctagonX, Users } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../live/queries.ts';
import { deciderName } from '../../../text/answers/decider.ts';
import { problemText } from '../../../text/statements/problems.ts';
import { faultText } from '../../../text/statements/statements.ts';
import {
  commonText,
  decisionEditText as editText,
  decisionText as text,
} from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogCancel } from '../../../ui/dialog-cancel.tsx';
import { filled } from '../../../ui/filled.ts';
import { formatClock } from '../../../ui/format-time.ts';
import { JsonView } from '../../../ui/json-view.tsx';
import { copiedJson } from '../../../ui/texts/copied-json.ts';
import { SecretBlock } from '../../../ui/texts/secret-value.tsx';
import { ContentDiff } from '../compare/content-diff.tsx';
import { feedbackText } from '../compose/feedback-text.ts';
import type { Answer } from '../compose/use-answer.ts';
import { hasContent, writtenIn } from '../draft/draft.ts';
import { isSameButSchema } from '../draft/use-basis.ts';
import { RecalledNote } from '../sent/recalled-note.tsx';
import { receiptOf } from '../sent/use-sent.ts';
import './notes.css';

/** The agent revised what is on screen: the difference in place, and how to continue. */
function Revised({ answer }: { answer: Answer }) {
  const { prompt, revised, sent, merge } = answer;
  // Also open next to the table of a merge: that one covers the payload only.
  const [open, setOpen] = useState(true);
  if (revised === null) return null;
  const refused = sent.entry?.state === 'refused';
  const { loadedSchema: loaded } = revised.message;
  const isLoaded = loaded !== undefined && isSameButSchema(prompt.message, revised);
  return (
    <Banner
      tone="need"
      icon={GitBranch}
      role="alert"
      action={
        <div className="row-tight full-on-phone">
          <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
            {text.showChange}
          </Button>
          <Button
            small
            disabled={merge !== null && merge.open.length > 0}
            title={
              merge !== null && merge.open.length > 0 ? (answer.blocked ?? undefined) : undefined
            }
            onClick={answer.takeRevision}
          >
            {isLoaded ? text.takeSchema : text.takeRevision(revised.revision)}
          </Button>
        </div>
      }
    >
      {isLoaded ? (
        <>
          <b className="strong">{text.schemaLoaded(visibleText(loaded.by.name))}</b>
          {commonText.gap}
          {text.schemaLoadedDetail}
          {commonText.gap}
        </>
      ) : (
        <>
          <b className="strong">{text.changed}</b>
          {commonText.gap}
          {text.changedDetail(revised.revision)}
          {commonText.gap}
        </>
      )}
      {refused && text.changedNotSent}
      {open && <ContentDiff before={prompt.message} after={revised.message} />}
    </Banner>
  );
}

/** My draft as it would have been sent, to be read and copied; deleted only by the operator. */
function DraftDialog({ answer, onClose }: { answer: Answer; onClose: () => void }) {
  const { built, draft } = answer;
  const value = built.ok ? built.feedback : writtenIn(draft);
  const place = built.ok ? defaultPath : [...defaultPath, 'content'];
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text.yourDraft}
      footer={
        <>
          <DialogCancel />
          <CopyButton className="button" text={() => copiedJson(value)} />
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              answer.sent.dismiss();
              answer.forget();
            }}
          >
            {text.throwDraft}
          </Button>
        </>
      }
    >
      {built.ok && (
        <p className="verbatim" dir="auto">
          {visibleText(feedbackText(built.feedback))}
        </p>
      )}
      <SecretBlock value={value} masked={publicPart(answer.prompt.message, place, value)}>
        {(shown) => <JsonView copy={false} label={text.yourDraft} value={shown} />}
      </SecretBlock>
    </Dialog>
  );
}

/** The prompt was answered by another operator, or by me elsewhere: who, when, with what; and my draft, which is kept. */
function LostRace({ answer }: { answer: Answer }) {
  const meId = useMe().data?.id ?? null;
  const [open, setOpen] = useState(false);
  const { draft, built, sent } = answer;
  const { decision } = answer.prompt;
  if (decision === null || receiptOf(sent.entry)?.id === decision.id) return null;
  const isMine = decision.by.kind === 'operator' && decision.by.id === meId;
  const isSame = built.ok && jsonEqual(built.feedback, decision.feedback);
  const tried = sent.entry?.state === 'refused';
  if ((!tried && !hasContent(draft)) || (isMine && isSame)) return null;
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
      {filled(
        (who) =>
          text.answeredAs(
            who,
            formatClock(decision.recordedAt),
            commonText.sentence(visibleText(feedbackText(decision.feedback))),
          ),
        <b className="strong">{firstWords(decision.by, isMine)}</b>,
      )}
      {commonText.gap}
      {isMine ? text.otherDraftKept : text.notSent}
      {open && <DraftDialog answer={answer} onClose={() => setOpen(false)} />}
    </Banner>
  );
}

/** The prompt closed without an answer while one was being written: the draft is kept. */
function DraftLeft({ answer }: { answer: Answer }) {
  const [open, setOpen] = useState(false);
  const { prompt, draft } = answer;
  if (prompt.decision !== null || prompt.state === 'open' || !hasContent(draft)) return null;
  return (
    <Banner
      icon={FilePen}
      role="alert"
      action={
        <Button small onClick={() => setOpen(true)}>
          {text.yourDraft}
        </Button>
      }
    >
      <b className="strong">{text.draftLeft}</b>
      {commonText.gap}
      {text.draftLeftNote}
      {open && <DraftDialog answer={answer} onClose={() => setOpen(false)} />}
    </Banner>
  );
}

function firstWords(by: Decider, isMine: boolean): string {
  if (isMine) return text.answeredElsewhere;
  if (by.kind === 'default') return text.decidedByDefault;
  if (by.kind === 'escalation') return text.decidedByEscalation;
  return text.answeredFirst(deciderName(by));
}

/** Two tabs of one operator wrote at once: the operator chooses, nothing is overwritten unseen. */
function OtherTab({ answer }: { answer: Answer }) {
  const { other } = answer;
  if (other === null) return null;
  return (
    <Banner
      tone="need"
      icon={Copy}
      role="alert"
      action={
        <div className="row-tight full-on-phone">
          <Button small onClick={answer.takeOther}>
            {editText.useOther}
          </Button>
          <Button small onClick={answer.dropOther}>
            {editText.useThis}
          </Button>
        </div>
      }
    >
      <b className="strong">{commonText.sentence(editText.otherTab)}</b>
      {commonText.gap}
      {editText.otherTabNote(formatClock(other.savedAt ?? 0))}
    </Banner>
  );
}

const shownElsewhere = new Set(['prompt-answered', 'prompt-changed', 'prompt-expired']);
/** A claim conflict is shown by the line about the holder. */
const isClaim = (problem: Problem) => problemSlug(problem) === 'prompt-claimed';

/** Any other refusal, with the server's message; the draft stays. */
function Refused({ answer }: { answer: Answer }) {
  const { entry } = answer.sent;
  if (entry?.state !== 'refused' || entry.problem === null) return null;
  const { problem } = entry;
  if (isClaim(problem) && answer.holding.holder === 'other') return null;
  // The newest prompt was part of the refusal; other notes explain it.
  if (shownElsewhere.has(problemSlug(problem)) && problem['prompt'] !== undefined) return null;
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
      <b className="strong">{commonText.sentence(text.refused)}</b>
      {commonText.gap}
      {visibleText(problemText(problem))}
      {commonText.gap}
      {text.refusedKept}
      {problem.errors && problem.errors.length > 0 && (
        <ul className="small">
          {problem.errors.slice(0, 10).map((error) => (
            <li key={error.path}>
              <code>{error.path}</code> {visibleText(faultText(error))}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

/** What the operator must know first, between the head and the content. */
export function Notes({ answer }: { answer: Answer }) {
  return (
    <div className="stack line-below scrolls gone-if-empty controls-grow-on-phone decision-notes">
      <OtherTab answer={answer} />
      <Revised answer={answer} />
      <RecalledNote answer={answer} />
      <LostRace answer={answer} />
      <DraftLeft answer={answer} />
      <Refused answer={answer} />
    </div>
  );
}
