import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { TrailList } from '../features/affordances/trail-list.tsx';
import { useProfiles, useTrail } from '../live/environment-queries.ts';
import { errorText } from '../live/problem-text.ts';
import { affordancesText } from '../text/affordances.ts';
import { visibleText } from '../text/visible-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EnvironmentHead } from './environment-places.tsx';

const text = affordancesText.trail;

/** What happened for a profile (`?profile`), step by step. */
export function TrailPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const profiles = useProfiles();
  const named = search['profile'];
  const profile = typeof named === 'string' ? named : (profiles.data?.[0]?.id ?? null);
  const trail = useTrail(profile);
  const failed = profiles.isError ? profiles : trail.isError ? trail : null;
  return (
    <div className="full-height column">
      <EnvironmentHead here="trail" />
      <div className="line-below toolbar">
        <Select
          aria-label={affordancesText.profile}
          className="affordance-profile"
          onChange={(id) =>
            void navigate({
              ...{ to: '/agents/registry/$view', params: { view: 'trail' } },
              ...{ search: { profile: id }, replace: true },
            })
          }
          options={(profiles.data ?? []).map(({ id }) => ({ value: id, label: visibleText(id) }))}
          value={profile ?? ''}
        />
      </div>
      <div className="agents-body scroll-area">
        {failed !== null ? (
          <ErrorPanel
            detail={errorText(failed.error)}
            onRetry={() => void failed.refetch()}
            title={affordancesText.failed}
          />
        ) : profiles.data?.length === 0 ? (
          <EmptyState title={affordancesText.noProfiles}>{text.noneDetail}</EmptyState>
        ) : trail.data === undefined ? (
          <Skeleton rows={5} />
        ) : trail.data.length === 0 ? (
          <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
        ) : (
          <TrailList
            replayLink={(context) => (
              <Link
                className="link small"
                params={{ view: 'signifiers' }}
                search={{ context }}
                to="/agents/registry/$view"
              >
                {text.replay}
              </Link>
            )}
            steps={trail.data}
            taskLink={(taskId) => (
              <Link className="link small" params={{ taskId }} to="/tasks/$taskId">
                {text.showTask}
              </Link>
            )}
          />
        )}
      </div>
    </div>
  );
}
