import { Link } from '@tanstack/react-router';
import { LeaseMonitor } from '../../features/registry/lease-monitor.tsx';
import { errorText } from '../../live/problem-text.ts';
import { useRoute } from '../../live/use-route.ts';
import { registryText as text } from '../../text/registry.ts';
import { agentsText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { useCrumbs } from '../../ui/crumbs.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RegistryPlaces } from './registry-places.tsx';
import '../../features/agents/agents.css';

const crumbs = [
  { label: agentsText.title, to: '/agents' },
  { label: text.title, to: '/agents/registry/services' },
  { label: text.views.leases },
];

/** The leases of services as they run. */
export function LeasesPage() {
  const leases = useRoute('GET /api/registry/leases', {});
  const { data } = leases;
  useCrumbs(crumbs);
  return (
    <div className="full-height column">
      <div className="line-below page-head spread controls-grow-on-phone row-loose">
        <h1 className="unseen-on-phone">{text.views.leases}</h1>
        <RegistryPlaces here="leases" />
      </div>
      <div className="page-body scroll-area">
        {leases.isError && data !== undefined ? (
          <Banner role="status" tone="need">
            {text.stale}
          </Banner>
        ) : null}
        {data !== undefined ? (
          <LeaseMonitor
            leases={data}
            link={(service) => (
              <Link params={{ serviceId: service.id }} to="/agents/registry/services/$serviceId">
                {visibleText(service.name)}
              </Link>
            )}
          />
        ) : leases.isError ? (
          <ErrorPanel
            detail={errorText(leases.error)}
            onRetry={() => void leases.refetch()}
            title={text.failed}
          />
        ) : (
          <Skeleton rows={4} />
        )}
      </div>
    </div>
  );
}
