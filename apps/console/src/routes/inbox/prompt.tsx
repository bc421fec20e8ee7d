import { may } from '@countersign/desk/permissions';
import type { Figure } from '@countersign/upformat/edit-check';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useContext } from 'react';
import { DecisionPanel } from '../../features/decision/decision-panel.tsx';
import { isRepeatable } from '../../features/rules/propose.ts';
import { useMe } from '../../live/queries.ts';
import { answerCheckText, decisionText, inboxText, rulesText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBoundary } from '../../ui/parts/error-boundary.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { InboxContext } from './inbox-context.ts';

const OutputView = lazyPart(
  async () => (await import('../../features/stream/outputs/output-view.tsx')).OutputView,
);

/** Interactive outputs: next to a question they are shown as data only. */
const acting = new Set(['button', 'form']);

/** A Gen UI part next to a question, drawn as in a stream. */
function DrawnFigure({ figure }: { figure: Figure }) {
  const output = acting.has(figure.type)
    ? { ...figure, type: `${figure.type} (inactive)` }
    : figure;
  return (
    <Suspense fallback={<Skeleton label={answerCheckText.figures} rows={6} />}>
      <OutputView open={false} output={output} />
    </Suspense>
  );
}

/** After some answers: whether the next question is to open by itself. */
function OfferAdvance({ onChoose }: { onChoose: (on: boolean) => void }) {
  return (
    <span className="row wrapping small" role="status">
      {decisionText.offerAdvance}
      <Button small onClick={() => onChoose(true)}>
        {decisionText.advanceYes}
      </Button>
      <Button small variant="ghost" onClick={() => onChoose(false)}>
        {decisionText.advanceNo}
      </Button>
    </span>
  );
}

/** One prompt of the inbox. */
export function PromptPage() {
  const { promptId } = useParams({ from: '/frame/inbox/$promptId' });
  const search = useSearch({ from: '/frame/inbox' });
  const navigate = useNavigate();
  const isAdmin = may(useMe().data, 'administer');
  const inbox = useContext(InboxContext);
  if (inbox === null) return null;
  return (
    <ErrorBoundary resetKey={promptId}>
      <DecisionPanel
        key={promptId}
        promptId={promptId}
        crumbs={[{ label: inboxText.title, to: '/inbox' }]}
        scopeRef={inbox.rootRef}
        next={inbox.next}
        draw={(figure) => <DrawnFigure figure={figure} />}
        onNext={inbox.onNext}
        onRecorded={inbox.onRecorded}
        onSnoozeMany={inbox.onSnoozePicked}
        after={(prompt) => (
          <>
            {inbox.offer !== null && <OfferAdvance onChoose={inbox.offer} />}
            {isAdmin && isRepeatable(prompt) ? (
              <span className="small">
                <Link className="link" search={{ from: prompt.id }} to="/settings/rules/new">
                  {rulesText.make}
                </Link>
              </span>
            ) : null}
          </>
        )}
        onBack={() => void navigate({ to: '/inbox', search })}
      />
    </ErrorBoundary>
  );
}
