import type { Decision, Prompt } from '@countersign/api/prompt';
import type { PromptRow } from '@countersign/api/prompt-row';
import { isUnanswerable } from '@countersign/desk/delivery-method';
import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { errorText, problemOf } from '../../live/problem-text.ts';
import { useReportPresence } from '../../live/prompts/presence.ts';
import { usePrompt } from '../../live/prompts/whole-prompts.ts';
import { askerName } from '../../text/sender-name.ts';
import { readForm } from '../../text/statements/asked-message.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { decisionText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { type Crumb, useCrumbs } from '../../ui/crumbs.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { useShort } from '../../ui/hooks/use-small.ts';
import { restartFocusGuard } from '../../ui/keys/focus-guard.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Marks } from './compare/marks.tsx';
import { AnswerBar } from './compose/answer-bar.tsx';
import { Content, SameValue, TextFields } from './compose/composer.tsx';
import { DismissBar } from './compose/dismiss-bar.tsx';
import { useAnswer } from './compose/use-answer.ts';
import { useDecisionKeys } from './compose/use-decision-keys.ts';
import { Comments } from './people/comments.tsx';
import { PeopleLines } from './people/people-lines.tsx';
import { Steady } from './people/steady.tsx';
import { useActivity } from './people/use-activity.ts';
import { Brief } from './question/brief.tsx';
import { DecisionHead } from './question/decision-head.tsx';
import { Evidence } from './question/evidence.tsx';
import { type DrawFigure, Figures, figuresOf } from './question/figures.tsx';
import { Notes } from './question/notes.tsx';
import { DeliveryNotes } from './sent/delivery-notes.tsx';
import { Outcome } from './sent/outcome.tsx';
import { SnoozeDialog } from './snooze/snooze-dialog.tsx';
import './decision-panel.css';
import './print.css';
import type { Answer } from './compose/use-answer.ts';
import { receiptOf } from './sent/use-sent.ts';
import { StepUpDialog } from './step-up/step-up-dialog.tsx';

/** A draft is kept until its answer has been sent: until then it can be recalled, and the text is needed again. */
function useLeft({ prompt, sent, forget }: Answer): void {
  const latest = useRef({ dismiss: sent.dismiss, forget });
  useEffect(() => {
    latest.current = { dismiss: sent.dismiss, forget };
  });
  const mine = receiptOf(sent.entry);
  const { decision } = prompt;
  const hasLeft =
    decision !== null &&
    decision.id === mine?.id &&
    (decision.deliveredAt !== null || decision.attempts > 0);
  useEffect(() => {
    if (!hasLeft) return;
    latest.current.dismiss();
    latest.current.forget();
  }, [hasLeft]);
}

/** Calls back once when the server has recorded an answer given in this panel; not for one recorded earlier. */
function useRecorded(
  { prompt, sent }: Answer,
  notify: ((prompt: Prompt, decision: Decision) => void) | undefined,
): void {
  const receipt = receiptOf(sent.entry);
  const reported = useRef(receipt?.id);
  useEffect(() => {
    if (receipt === null || receipt.id === reported.current) return;
    reported.current = receipt.id;
    notify?.(prompt, receipt);
  }, [receipt, prompt, notify]);
}

/** If the focused element is removed, with the answers or separately, focus moves to the heading. */
function useFocusKept(panel: RefObject<HTMLElement | null>, open: boolean): void {
  const wasOpen = useRef(open);
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const root = panel.current;
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? target : null;
    };
    root?.addEventListener('focusin', note);
    return () => root?.removeEventListener('focusin', note);
  }, [panel]);
  useEffect(() => {
    const isOther = wasOpen.current !== open;
    const isGone = last.current !== null && !last.current.isConnected;
    wasOpen.current = open;
    if (isGone) last.current = null;
    if (!(isOther || isGone) || document.activeElement !== document.body) return;
    panel.current?.querySelector<HTMLElement>('[data-prompt-head]')?.focus({ preventScroll: true });
  });
}

/** A prompt opened by its address has no row in focus: its letters must work there too. */
function useFocusOnOpening(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    // In a small window the list that had the focus is hidden when the panel opens.
    if (activeElement !== document.body && activeElement?.checkVisibility?.() !== false) return;
    panel.current?.querySelector<HTMLElement>('[data-prompt-head]')?.focus({ preventScroll: true });
  }, [panel]);
}

interface DecisionPanelProps {
  promptId: string;
  /** Where one came from. */
  crumbs: readonly Crumb[];
  /** Letters act while focus is in here. */
  scopeRef: RefObject<HTMLElement | null>;
  /** The next open row, offered after an answer. */
  next: PromptRow | null;
  onNext: (promptId: string) => void;
  /** An answer that left from here was recorded. */
  onRecorded?: (prompt: Prompt, decision: Decision) => void;
  onBack: () => void;
  /** The snooze key acts on the selected prompts; null = on this one. */
  onSnoozeMany?: (() => void) | null;
  /** Draws the figures next to a question. */
  draw: DrawFigure;
  /** Further actions after an answer. */
  after?: (prompt: Prompt) => ReactNode;
}

function Open({ prompt: received, ...props }: DecisionPanelProps & { prompt: Prompt }) {
  const ref = useRef<HTMLElement>(null);
  const live = useMemo(() => readForm(received), [received]);
  const activity = useActivity(ref);
  const answer = useAnswer(live, activity);
  const [snooze, setSnooze] = useState(false);
  // Only a prompt that was open here can be answered while it is on screen.
  const [wasOpen] = useState(live.state === 'open');
  const isShort = useShort();
  const { prompt, sent, viewer } = answer;
  const open = prompt.state === 'open' && !sent.inFlight && sent.entry?.state !== 'recorded';
  const isGone = isUnanswerable(live);
  const isWriting = open && !isGone && !viewer;
  const onSnooze = () => {
    if (open && !viewer) setSnooze(true);
  };
  useDecisionKeys({
    answer,
    scopeRef: props.scopeRef,
    panelRef: ref,
    enabled: open && !isGone,
    onSnooze: props.onSnoozeMany ?? onSnooze,
  });
  useCrumbs([
    ...props.crumbs,
    { label: visibleText(askerName(prompt)) },
    { label: visibleText(askText(prompt)) },
  ]);
  useReportPresence(
    prompt.id,
    !viewer && open && answer.draft.type !== null ? 'editing' : 'viewing',
  );
  useLeft(answer);
  useRecorded(answer, props.onRecorded);
  useFocusOnOpening(ref);
  useEffect(restartFocusGuard, []);
  useFocusKept(ref, open);
  return (
    <section className="decision column" aria-label={text.panel} ref={ref}>
      <div className="decision-scroll">
        <Steady panel={ref}>
          <DecisionHead answer={answer} onBack={props.onBack} onSnooze={onSnooze} />
          <PeopleLines answer={answer} />
          <DeliveryNotes prompt={live} />
          <Notes answer={answer} />
          <div
            className={clsx('anchor decision-body', figuresOf(answer).length > 0 && 'has-figures')}
          >
            <div className="anchor scrolls-down decision-main">
              <Brief
                changes={answer.changes.length}
                prompt={prompt}
                type={open ? answer.draft.type : null}
              />
              <Comments prompt={live} />
              <Content answer={answer} open={open} />
              {isWriting && isShort && (
                <>
                  <TextFields answer={answer} />
                  <Marks answer={answer} />
                </>
              )}
            </div>
            <aside
              className="anchor scrolls-down on-panel gone-if-empty decision-side"
              aria-label={text.evidence}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
              tabIndex={0}
            >
              <Figures answer={answer} draw={props.draw} />
              {open && <SameValue answer={answer} />}
              <Evidence answer={answer} />
            </aside>
          </div>
        </Steady>
      </div>
      {open && isGone && !viewer ? (
        <DismissBar prompt={live} />
      ) : open ? (
        <>
          {isWriting && !isShort && <TextFields answer={answer} />}
          <AnswerBar answer={answer} />
        </>
      ) : (
        <Outcome
          prompt={prompt}
          sent={sent}
          wasOpen={wasOpen}
          next={props.next}
          onNext={props.onNext}
          scopeRef={props.scopeRef}
          after={props.after?.(prompt)}
        />
      )}
      <StepUpDialog prompt={prompt} sent={sent} />
      {snooze && <SnoozeDialog prompts={[live]} onClose={() => setSnooze(false)} />}
    </section>
  );
}

/** One prompt, complete: brief, evidence, content, answers, and their outcome. */
export function DecisionPanel(props: DecisionPanelProps) {
  const prompt = usePrompt(props.promptId);
  if (prompt.data) return <Open {...props} prompt={prompt.data} />;
  const isUnknown = problemOf(prompt.error)?.status === 404;
  return (
    <section className="decision column page" aria-label={text.panel}>
      {isUnknown ? (
        <EmptyState
          action={<Button onClick={props.onBack}>{text.toQueue}</Button>}
          title={text.notFound}
        >
          {text.notFoundDetail}
        </EmptyState>
      ) : prompt.isError ? (
        <ErrorPanel
          title={text.failed}
          detail={errorText(prompt.error)}
          onRetry={() => void prompt.refetch()}
        />
      ) : (
        <Skeleton rows={6} label={text.loading} />
      )}
    </section>
  );
}
