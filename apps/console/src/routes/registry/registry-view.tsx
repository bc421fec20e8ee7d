import { useParams } from '@tanstack/react-router';
import { type OptionalPart, useHasPart } from '../../live/server-parts.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { NotFound } from '../frame.tsx';

// Named here, so that the first load refers to one file and not to the parts of each page.
export const RegistryPage = lazyPart(async () => (await import('./registry.tsx')).RegistryPage);
export const ServicePage = lazyPart(async () => (await import('./registry.tsx')).ServicePage);

/** The views by their names in the address. */
export const views = new Map([
  ['new', lazyPart(async () => (await import('./registry-edit.tsx')).RegisterPage)],
  ['tree', lazyPart(async () => (await import('./registry-tree.tsx')).RegistryTreePage)],
  ['leases', lazyPart(async () => (await import('./leases.tsx')).LeasesPage)],
  ['gateway', lazyPart(async () => (await import('./gateway.tsx')).GatewayPage)],
  // The environment of agents: what they can do at services, whether these are registered here or not.
  ['signifiers', lazyPart(async () => (await import('../agents/affordances.tsx')).AffordancesPage)],
  [
    'artifacts',
    lazyPart(async () => (await import('../agents/environment-services.tsx')).ServicesPage),
  ],
  ['grants', lazyPart(async () => (await import('../agents/environment-grants.tsx')).GrantsPage)],
  ['trail', lazyPart(async () => (await import('../agents/environment-trail.tsx')).TrailPage)],
]);

/** Of which part each view is, if not of the registry. */
const partOf: Readonly<Record<string, OptionalPart>> = {
  gateway: 'gateway',
  signifiers: 'tools',
  artifacts: 'tools',
  grants: 'tools',
  trail: 'tools',
};

/** A view of the registry by its name in the address. */
export function RegistryView() {
  const { view } = useParams({ from: '/frame/agents/registry/$view' });
  const hasPart = useHasPart();
  const View = (hasPart(partOf[view] ?? 'registry') && views.get(view)) || NotFound;
  return <View />;
}
