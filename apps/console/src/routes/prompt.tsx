import { may } from '@countersign/desk/permissions';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useContext } from 'react';
import { DecisionPanel } from '../features/decision/decision-panel.tsx';
import { isRepeatable } from '../features/rules/propose.ts';
import { useMe } from '../live/queries.ts';
import { inboxText } from '../text/inbox.ts';
import { rulesText } from '../text/rules.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { DrawnFigure } from './drawn-figure.tsx';
import { InboxContext } from './inbox-context.ts';

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
        after={(prompt) =>
          isAdmin && isRepeatable(prompt) ? (
            <span className="small">
              <Link className="link" search={{ from: prompt.id }} to="/settings/rules/new">
                {rulesText.make}
              </Link>
            </span>
          ) : null
        }
        onBack={() => void navigate({ to: '/inbox', search })}
      />
    </ErrorBoundary>
  );
}
