import type { RegisteredService } from '@countersign/api/registry';
import { may } from '@countersign/desk/permissions';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { Directory } from '../../features/registry/directory.tsx';
import { FindAgent } from '../../features/registry/find-agent.tsx';
import { ServiceDetail } from '../../features/registry/service-detail.tsx';
import { HealthBadge, protocolOf } from '../../features/registry/service-facts.tsx';
import { ServiceHistory } from '../../features/registry/service-history.tsx';
import { errorText, problemOf } from '../../live/problem-text.ts';
import { useMe } from '../../live/queries.ts';
import { useRoute } from '../../live/use-route.ts';
import { registryText as text } from '../../text/registry.ts';
import { agentsText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { useCrumbs } from '../../ui/crumbs.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RegistryPlaces } from './registry-places.tsx';
import { ServiceActions } from './service-actions.tsx';
import '../../features/agents/agents.css';
import '../../features/agents/agent-page.css';

const EditService = lazyPart(async () => (await import('./registry-edit.tsx')).EditService);

const agentsCrumb = { label: agentsText.title, to: '/agents' };
const registryPath = '/agents/registry/services';

const linkWith =
  (words: (service: RegisteredService) => string) => (service: RegisteredService) => (
    <Link params={{ serviceId: service.id }} to="/agents/registry/services/$serviceId">
      {visibleText(words(service))}
    </Link>
  );
const nameLink = linkWith(({ name }) => name);
const addressLink = linkWith(({ address }) => address);

/** What had the focus was on the page before: the keyboard continues here, and a screen reader reads from here. */
function useFocusHere(page: string): void {
  useEffect(() => {
    if (page !== '' && document.activeElement === document.body) {
      document.querySelector('main')?.focus({ preventScroll: true });
    }
  }, [page]);
}

/** The registry of services: all of them, or those that can do something. `?find` and `?q` keep what was asked. */
export function RegistryPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayRegister = may(useMe().data, 'work');
  const finds = search['find'] !== undefined;
  // A number in the address is read as one.
  const textOf = (name: string) => String(search[name] ?? '');
  const go = (next: Record<string, string>) =>
    void navigate({ to: registryPath, search: next, replace: true });
  useCrumbs([agentsCrumb, { label: text.title }]);
  return (
    <div className="full-height column">
      <div className="line-below page-head spread controls-grow-on-phone row-loose">
        <h1 className="unseen-on-phone">{text.title}</h1>
        <RegistryPlaces here={finds ? 'find' : 'directory'} />
      </div>
      {finds ? (
        <FindAgent link={nameLink} onFind={(find) => go({ find })} query={textOf('find')} />
      ) : (
        <Directory
          action={
            mayRegister ? (
              <Link className="button" params={{ view: 'new' }} to="/agents/registry/$view">
                <Icon of={Plus} />
                {text.actions.register}
              </Link>
            ) : null
          }
          filter={textOf('q')}
          link={nameLink}
          onFilter={(q) => go(q === '' ? {} : { q })}
        />
      )}
    </div>
  );
}

/** One registered service. */
export function ServicePage() {
  const { serviceId } = useParams({ from: '/frame/agents/registry/services/$serviceId' });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const isEdit = search['edit'] !== undefined;
  useFocusHere(`${serviceId} ${String(isEdit)}`);
  const params = { id: serviceId };
  const read = useRoute('GET /api/registry/services/:id', { params });
  const history = useRoute('GET /api/registry/services/:id/history', { params });
  // What was read before its lease ended is not shown as if it were still there.
  const isGone = read.isError && problemOf(read.error)?.status === 404;
  const detail = isGone ? undefined : read.data;
  const title = detail === undefined ? serviceId : visibleText(detail.service.name);
  useCrumbs([agentsCrumb, { label: text.title, to: registryPath }, { label: title }]);
  if (read.isPending) return <Skeleton rows={6} />;
  if (detail === undefined) {
    return (
      <div className="full-height scrolls page">
        {isGone ? (
          <EmptyState
            action={
              <Link className="button" to={registryPath}>
                {text.page.toRegistry}
              </Link>
            }
            title={text.page.notFound}
          >
            {text.page.notFoundDetail}
          </EmptyState>
        ) : (
          <ErrorPanel
            detail={errorText(read.error)}
            onRetry={() => void read.refetch()}
            title={text.failed}
          />
        )}
      </div>
    );
  }
  const { service } = detail;
  return (
    <div className="full-height column">
      <div className="line-below page-head spread controls-grow-on-phone row-loose wraps-on-phone agent-head">
        <div className="row wraps-on-phone">
          <h1 className="truncate" dir="auto" lang="">
            {isEdit ? text.editor.editTitle(title) : title}
          </h1>
          <span className="fine-print nowrap rounded-small tag-box">{protocolOf(service)}</span>
        </div>
        <div className="row wrapping rigid">
          <HealthBadge health={service.health} />
          {isEdit ? null : <ServiceActions service={service} />}
        </div>
      </div>
      {isEdit ? (
        <div className="page-body scroll-area">
          <EditService detail={detail} />
        </div>
      ) : null}
      {isEdit ? null : (
        <div className="page-body scroll-area agent-page stack">
          {read.isError ? (
            <Banner role="status" tone="need">
              {text.stale}
            </Banner>
          ) : null}
          <ServiceDetail
            detail={detail}
            history={<ServiceHistory hasFailed={history.isError} history={history.data} />}
            link={addressLink}
          />
        </div>
      )}
    </div>
  );
}
