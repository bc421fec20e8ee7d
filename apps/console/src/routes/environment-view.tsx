import { useParams } from '@tanstack/react-router';
import { lazyPart } from '../ui/lazy-part.tsx';
import { NotFound } from './frame.tsx';

const views = new Map([
  ['signifiers', lazyPart(async () => (await import('./affordances.tsx')).AffordancesPage)],
  ['services', lazyPart(async () => (await import('./environment-services.tsx')).ServicesPage)],
  ['trail', lazyPart(async () => (await import('./environment-trail.tsx')).TrailPage)],
]);

/** A view of the environment by its name in the address. */
export function EnvironmentView() {
  const { view } = useParams({ from: '/frame/agents/environment/$view' });
  const View = views.get(view) ?? NotFound;
  return <View />;
}
