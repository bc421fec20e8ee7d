import { isDismissable } from '@countersign/desk/delivery-method';
import { Eye, OctagonAlert } from 'lucide-react';
import { useState } from 'react';
import {
  bytesText,
  commonText,
  formsText,
  keysText,
  promptLifeText as lifeText,
  peopleText,
  decisionText as text,
} from '../../../text/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useShort } from '../../../ui/hooks/use-small.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Marks } from '../compare/marks.tsx';
import { curlOf } from '../draft/request.ts';
import { ExactBytes } from '../question/exact-bytes.tsx';
import { Seal } from '../question/seal.tsx';
import { AnswerButtons, AnswerEffect } from './answer-buttons.tsx';
import { DefaultLine } from './default-line.tsx';
import { DismissButton } from './dismiss-bar.tsx';
import { Failure } from './failure.tsx';
import type { Answer } from './use-answer.ts';
import './answer-bar.css';

function SendButton({ answer, faults }: { answer: Answer; faults: number }) {
  const { draft, blocked, sent } = answer;
  const label =
    draft.type === null
      ? text.chooseAnswer
      : answer.isAside
        ? lifeText.addComment
        : text.send(draft.type, answer.changes.length, answer.fillIn);
  return (
    <Button
      variant="primary"
      busy={sent.inFlight || answer.aside.busy}
      disabled={blocked !== null || faults > 0}
      title={blocked ?? undefined}
      aria-keyshortcuts="Control+Enter"
      data-decides
      onClick={answer.send}
    >
      {sent.inFlight ? text.sending : label}
      <span className="row-tight">
        <Kbd keys="$mod+Enter" />
      </span>
    </Button>
  );
}

/** Shown in place of the answers to operators who may only read. */
function ViewerLine() {
  return (
    <p className="row list-line">
      <Icon of={Eye} />
      <span>
        <b className="strong">{peopleText.viewer}</b>
        {commonText.gap}
        {peopleText.viewerNote}
      </span>
    </p>
  );
}

function Why({ answer, faults }: { answer: Answer; faults: number }) {
  const { draft, tried, blocked, revised, holding, despite, look } = answer;
  const isUnseen = blocked === text.missing.unseen;
  // A choice that the operator still has to make is shown before sending.
  const isReported =
    tried ||
    isUnseen ||
    answer.check.isRefused ||
    revised !== null ||
    (holding.holder === 'other' && !despite);
  const why = draft.type !== null && isReported ? blocked : null;
  if (faults === 0 && why === null) return null;
  return (
    // Nothing is announced while a field is being edited.
    <span
      className="small side-by-side error-text"
      role={faults > 0 && !tried ? undefined : 'status'}
      title={faults > 0 ? undefined : (why ?? undefined)}
    >
      <Icon of={OctagonAlert} />
      {faults > 0 && !tried ? (
        <button type="button" className="link" onClick={answer.showFaults}>
          {formsText.toCorrect(faults)}
        </button>
      ) : (
        // The bar has the height of two such lines.
        <span className="two-lines">{faults > 0 ? formsText.toCorrect(faults) : why}</span>
      )}
      {faults === 0 && isUnseen && (
        <button type="button" className="link" onClick={look.show}>
          {text.showProposal}
        </button>
      )}
    </span>
  );
}

/** The default, the six answers, the seal, and what will be sent. It never scrolls away. */
export function AnswerBar({ answer }: { answer: Answer }) {
  const [bytes, setBytes] = useState(false);
  const { prompt, built, viewer } = answer;
  const isShort = useShort();
  const leaving = built.ok
    ? { prompt, feedback: built.feedback, despiteClaim: answer.holding.holder === 'other' }
    : null;
  const faults = (answer.tried ? answer.errors : answer.wrong).length;
  if (viewer) {
    return (
      <footer className="scrolls-down line-above on-canvas answer">
        <DefaultLine answer={answer} />
        <ViewerLine />
      </footer>
    );
  }
  return (
    <footer className="scrolls-down line-above on-canvas answer">
      <DefaultLine answer={answer} />
      <AnswerButtons answer={answer} />
      <AnswerEffect answer={answer} />
      {answer.isAside && (
        <p className="small muted answer-effect breakable">{lifeText.commentStays}</p>
      )}
      <div className="fine-print on-canvas answer-send row-wide nowrap controls-grow-on-phone">
        <Seal digest={prompt.digest} />
        <button type="button" className="link" onClick={() => setBytes(true)}>
          {bytesText.title}
        </button>
        {leaving && answer.blocked === null && faults === 0 && (
          <span className="desk-only">
            <CopyButton text={() => curlOf(leaving)}>{bytesText.copyCurl}</CopyButton>
          </span>
        )}
        <span className="answer-letters row-tight muted desk-only" title={keysText.rule}>
          {keysText.title} <Kbd keys="a" />
        </span>
        <span className="grow desk-only" />
        <Failure of={answer.aside.failure} />
        <Why answer={answer} faults={faults} />
        {!isShort && <Marks answer={answer} />}
        {isDismissable(prompt) && <DismissButton prompt={prompt} />}
        <SendButton answer={answer} faults={faults} />
      </div>
      {bytes && <ExactBytes onClose={() => setBytes(false)} prompt={prompt} leaving={leaving} />}
    </footer>
  );
}
