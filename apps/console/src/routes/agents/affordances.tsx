import { may } from '@countersign/desk/permissions';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { AffordanceDetail } from '../../features/affordances/affordance-detail.tsx';
import {
  AffordanceList,
  type KnownSignifier,
} from '../../features/affordances/affordance-list.tsx';
import { CallDrawer } from '../../features/affordances/call-drawer.tsx';
import { CompareSelectors } from '../../features/affordances/compare-selectors.tsx';
import { Failed } from '../../features/affordances/failed.tsx';
import { useSignifiers } from '../../live/environment-queries.ts';
import { errorText } from '../../live/problem-text.ts';
import { useMe } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useAction } from '../../live/use-action.ts';
import { useKeyedRequest } from '../../live/use-keyed-request.ts';
import { useReadAgain, useRoute } from '../../live/use-route.ts';
import { affordancesText as text } from '../../text/affordances.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { useTyped } from '../../ui/hooks/use-typed.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EnvironmentHead } from './environment-places.tsx';

/** As narrow as in affordances.css, where what is chosen is below the whole list. */
const isBelow = () => window.matchMedia?.('(max-width: 860px)').matches ?? false;

/**
 * Brings what was chosen into view and focuses its heading, where it is below the list: nothing on the screen would change
 * otherwise. `id`: of what is shown; undefined = nothing.
 */
function useChosenInView(id: string | undefined): {
  ref: RefObject<HTMLDivElement | null>;
  /** Also when the same is chosen once more. */
  choose: () => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [choices, setChoices] = useState(0);
  useEffect(() => {
    if (choices === 0 || id === undefined || !isBelow()) return;
    ref.current?.scrollIntoView({ block: 'start' });
    ref.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [choices, id]);
  return { ref, choose: () => setChoices((before) => before + 1) };
}

const place = { params: { view: 'signifiers' }, to: '/agents/registry/$view' } as const;
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What agents can do: ranked for a profile (`?profile`), or for a context that is tried (`?context`). */
export function AffordancesPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [profile, context, chosen] = [search['profile'], search['context'], search['id']].map(
    textIn,
  );
  const [filter, setFilter] = useState('');
  const profiles = useRoute('GET /api/environment/profiles', {}).data?.items ?? [];
  const asked = profile ? { profile } : { context: context ?? '' };
  const signifiers = useSignifiers(asked);
  const items = signifiers.data?.items;
  const model = signifiers.data?.model;
  const known = items?.find(({ signifier }) => signifier.id === chosen);
  const inView = useChosenInView(known?.signifier.id);
  const go = (next: Record<string, string>) =>
    void navigate({ ...place, search: next, replace: true });
  const tried = useTyped(context ?? '', (typed) => go(typed === '' ? {} : { context: typed }));
  const where = profile ? { profile } : context ? { context } : {};
  const own = profiles.find(({ id }) => id === profile);
  return (
    <div className="full-height column">
      <EnvironmentHead here="signifiers" />
      <AffordanceTools
        context={own?.context ?? null}
        filter={filter}
        onFilter={setFilter}
        onProfile={(id) => go(id === '' ? {} : { profile: id })}
        profile={profile ?? ''}
        profiles={profiles.map(({ id }) => id)}
        tried={tried}
      />
      {items === undefined ? (
        <div className="page-body scroll-area">
          {signifiers.isError ? (
            <ErrorPanel
              detail={errorText(signifiers.error)}
              onRetry={() => void signifiers.refetch()}
              title={text.failed}
            />
          ) : (
            <Skeleton rows={5} />
          )}
        </div>
      ) : items.length === 0 ? (
        <div className="page-body scroll-area">
          <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
        </div>
      ) : (
        <div className="affordances fill-height">
          <div className="scrolls-down">
            {model === undefined ? null : (
              <p className="small">
                <Badge tone={model.state === 'failed' ? 'need' : 'line'}>
                  {text.model[model.state](visibleText(model.name))}
                </Badge>
              </p>
            )}
            <CompareSelectors agent={own ?? { context: context ?? '' }} />
            <AffordanceList
              chosen={chosen ?? null}
              filter={filter}
              items={items}
              onChoose={(id) => {
                inView.choose();
                go({ ...where, id });
              }}
            />
          </div>
          <div className="scrolls-down" ref={inView.ref}>
            {known === undefined ? (
              <p className="muted">{text.choose}</p>
            ) : (
              <Detail key={known.signifier.id} known={known} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function Detail({ known }: { known: KnownSignifier }) {
  const client = useClient();
  const me = useMe().data;
  const action = useAction();
  // Held here: a call whose answer was lost is the same call in a drawer that is opened again.
  const once = useKeyedRequest();
  const [isCalling, setCalling] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const { id, sourceHash, artifact } = known.signifier;
  const again = useReadAgain('/api/environment/');
  const approve = () =>
    action.run(async () => {
      const { refused } = await client.api.call('POST /api/environment/artifacts/:id/approval', {
        ...{ params: { id: artifact.id }, body: { signifiers: [{ id, sourceHash }] } },
      });
      await again();
      setRefused(refused.length > 0);
    });
  return (
    <>
      <AffordanceDetail
        approve={approve}
        failed={
          isRefused ? (
            <Banner role="alert" tone="need">
              {text.drift.refused}
            </Banner>
          ) : (
            <Failed of={action.failure} title={text.service.failed} />
          )
        }
        known={known}
        mayChange={may(me, 'work')}
        onCall={() => setCalling(true)}
        readAgain={again}
        saveNote={async (note) => {
          const saved = await client.api.call('PUT /api/environment/signifiers/:id/note', {
            ...{ params: { id }, body: note },
          });
          await again();
          return saved;
        }}
      />
      {isCalling ? (
        <CallDrawer
          known={known}
          make={(call) =>
            once({ arguments: call.arguments }, (idempotencyKey) =>
              client.api.call('POST /api/environment/calls', {
                body: { signifierId: id, ...call, idempotencyKey },
              }),
            )
          }
          onClose={() => setCalling(false)}
          taskLink={(taskId) => (
            <Link className="button" params={{ taskId }} to="/tasks/$taskId">
              {text.call.task}
            </Link>
          )}
        />
      ) : null}
    </>
  );
}

interface AffordanceToolsProps {
  /** '' = a context is tried. */
  profile: string;
  profiles: readonly string[];
  /** Of the profile; null = none is known. */
  context: string | null;
  tried: ReturnType<typeof useTyped>;
  filter: string;
  onProfile: (id: string) => void;
  onFilter: (words: string) => void;
}

/** What the ranking is for, and which of it is shown. */
function AffordanceTools(props: AffordanceToolsProps) {
  const { profile, profiles, context, tried, filter, onProfile, onFilter } = props;
  return (
    <div className="line-below row-wrap rigid toolbar">
      <Select
        aria-label={text.profile}
        className="affordance-profile"
        onChange={onProfile}
        options={[
          { value: '', label: text.anyContext },
          ...profiles.map((id) => ({ value: id, label: visibleText(id) })),
        ]}
        value={profile}
      />
      {profile !== '' ? (
        <p className="grow small breakable" title={text.contextOf}>
          {visibleText(context ?? '') || text.trail.noContext}
        </p>
      ) : (
        <Input
          aria-label={text.context}
          className="affordance-context"
          maxLength={10_000}
          placeholder={text.contextExample}
          title={text.contextHelp}
          {...tried}
        />
      )}
      <Input
        aria-label={text.filter}
        className="affordance-filter"
        onChange={({ target }) => onFilter(target.value)}
        placeholder={text.filter}
        type="search"
        value={filter}
      />
    </div>
  );
}
