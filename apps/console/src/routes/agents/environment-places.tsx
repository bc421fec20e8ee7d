import { Link } from '@tanstack/react-router';
import { affordancesText } from '../../text/affordances.ts';
import { agentsText } from '../../text/texts.ts';
import { useCrumbs } from '../../ui/crumbs.tsx';
import '../../features/agents/agents.css';
import '../../features/registry/service-table.css';
import '../../ui/segmented.css';

const { places, title } = affordancesText;
const views = ['signifiers', 'artifacts', 'trail', 'grants'] as const;
type View = (typeof views)[number];

const crumbsOf = (here: View) => [
  { label: agentsText.title, to: '/agents' },
  { label: title, to: '/agents/registry/signifiers' },
  ...(here === 'signifiers' ? [] : [{ label: places[here] }]),
];
const crumbs = Object.fromEntries(views.map((view) => [view, crumbsOf(view)]));

/** The head of a view of the environment: the way here, its name, and links to the other views. */
export function EnvironmentHead({ here }: { here: View }) {
  useCrumbs(crumbs[here] ?? []);
  return (
    <div className="line-below page-head spread controls-grow-on-phone row-loose">
      <h1 className="unseen-on-phone">{places[here]}</h1>
      <nav aria-label={places.label} className="rounded segmented registry-places">
        {views.map((view) => (
          <Link
            aria-current={view === here ? ('page' as const) : undefined}
            key={view}
            params={{ view }}
            to="/agents/registry/$view"
          >
            {places[view]}
          </Link>
        ))}
      </nav>
    </div>
  );
}
