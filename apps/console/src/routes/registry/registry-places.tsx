import { Link } from '@tanstack/react-router';
import { useHasPart } from '../../live/server-parts.ts';
import { gatewayText, registryText } from '../../text/registry.ts';
import '../../features/registry/service-table.css';
import '../../ui/segmented.css';

const { views } = registryText;

type Place = 'directory' | 'find' | 'leases' | 'tree' | 'gateway';

/** The views of the registry and its gateway, as links: each has an address. */
export function RegistryPlaces({ here }: { here: Place }) {
  const current = (place: Place) => (place === here ? ('page' as const) : undefined);
  const exact = { exact: true };
  const hasPart = useHasPart();
  return (
    <nav aria-label={views.label} className="rounded segmented registry-places">
      <Link
        activeOptions={exact}
        aria-current={current('directory')}
        to="/agents/registry/services"
      >
        {views.directory}
      </Link>
      <Link
        activeOptions={exact}
        aria-current={current('find')}
        search={{ find: '' }}
        to="/agents/registry/services"
      >
        {views.find}
      </Link>
      <Link
        activeOptions={exact}
        aria-current={current('leases')}
        params={{ view: 'leases' }}
        to="/agents/registry/$view"
      >
        {views.leases}
      </Link>
      <Link
        activeOptions={exact}
        aria-current={current('tree')}
        params={{ view: 'tree' }}
        to="/agents/registry/$view"
      >
        {views.tree}
      </Link>
      {hasPart('gateway') ? (
        <Link
          activeOptions={exact}
          aria-current={current('gateway')}
          params={{ view: 'gateway' }}
          to="/agents/registry/$view"
        >
          {gatewayText.title}
        </Link>
      ) : null}
    </nav>
  );
}
