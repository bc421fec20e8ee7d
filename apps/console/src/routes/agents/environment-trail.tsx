import type { EnvironmentStep } from '@countersign/api/affordance-call';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { KnownThen } from '../../features/affordances/known-then.tsx';
import { knownAfter, nameOfStep } from '../../features/affordances/replay.ts';
import { TrailScrubber } from '../../features/affordances/trail-scrubber.tsx';
import { TrailSteps } from '../../features/affordances/trail-steps.tsx';
import { errorText } from '../../live/problem-text.ts';
import { useRoute } from '../../live/use-route.ts';
import { affordancesText } from '../../text/affordances.ts';
import { visibleText } from '../../text/visible-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNames } from '../use-names.ts';
import { EnvironmentHead } from './environment-places.tsx';

const text = affordancesText.trail;

const place = { to: '/agents/registry/$view', params: { view: 'trail' } } as const;

/** What happened for a profile (`?profile`), to be stepped through (`?step`). */
export function TrailPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const profiles = useRoute('GET /api/environment/profiles', {});
  const named = search['profile'];
  const profile = typeof named === 'string' ? named : (profiles.data?.items[0]?.id ?? null);
  const trail = useRoute(
    'GET /api/environment/profile/:id/trail',
    { params: { id: profile ?? '' } },
    { enabled: profile !== null },
  );
  const failed = profiles.isError ? profiles : trail.isError ? trail : null;
  const go = (next: { profile: string; step?: string }) =>
    void navigate({ ...place, search: next, replace: true });
  const steps = trail.data?.items;
  return (
    <div className="full-height column">
      <EnvironmentHead here="trail" />
      <div className="line-below row-wrap rigid toolbar">
        <Select
          aria-label={affordancesText.profile}
          className="affordance-profile"
          onChange={(id) => go({ profile: id })}
          options={(profiles.data?.items ?? []).map(({ id }) => ({
            value: id,
            label: visibleText(id),
          }))}
          value={profile ?? ''}
        />
      </div>
      {failed === null && profile !== null && steps !== undefined && steps.length > 0 ? (
        <Replay
          named={search['step']}
          onStep={(step) => go({ profile, ...(step === null ? {} : { step }) })}
          steps={steps}
        />
      ) : (
        <div className="page-body scroll-area">
          {failed !== null ? (
            <ErrorPanel
              detail={errorText(failed.error)}
              onRetry={() => void failed.refetch()}
              title={affordancesText.failed}
            />
          ) : profiles.data?.items.length === 0 ? (
            <EmptyState title={affordancesText.noProfiles}>{text.noneDetail}</EmptyState>
          ) : steps === undefined ? (
            <Skeleton rows={5} />
          ) : (
            <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
          )}
        </div>
      )}
    </div>
  );
}

interface ReplayProps {
  steps: readonly EnvironmentStep[];
  /** The step in the address; any other value = the newest. */
  named: unknown;
  onStep: (name: string | null) => void;
}

function Replay({ steps, named, onStep }: ReplayProps) {
  const found = steps.findIndex((step) => nameOfStep(step) === named);
  const at = found === -1 ? steps.length - 1 : found;
  const { nameOf } = useNames();
  const known = useMemo(() => knownAfter(steps, at + 1), [steps, at]);
  const move = (goal: number | null) => {
    const step = goal === null ? undefined : steps[goal];
    onStep(step === undefined ? null : nameOfStep(step));
  };
  return (
    <>
      <TrailScrubber at={at} follows={found === -1} onMove={move} steps={steps} />
      <div className="affordances fill-height">
        <div className="scrolls-down">
          <TrailSteps at={at} nameOf={nameOf} onMove={move} steps={steps} />
        </div>
        <div className="scrolls-down">
          <KnownThen
            known={known}
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
            taskLink={(taskId) => (
              <Link className="link small" params={{ taskId }} to="/tasks/$taskId">
                {text.showTask}
              </Link>
            )}
          />
        </div>
      </div>
    </>
  );
}
