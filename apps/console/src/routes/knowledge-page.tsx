import { useParams } from '@tanstack/react-router';
import { GivenView } from '../features/knowledge/given/given-view.tsx';
import { RetrievalView } from '../features/knowledge/given/retrieval-view.tsx';
import { pathOf, type View, ViewLink, views } from '../features/knowledge/links.tsx';
import { MemoriesView } from '../features/knowledge/memories/memories-view.tsx';
import { CorrectionsView } from '../features/knowledge/review/corrections-view.tsx';
import { IncomingView } from '../features/knowledge/review/incoming-view.tsx';
import { ExchangeView } from '../features/knowledge/sharing/exchange-view.tsx';
import { ExtractionView } from '../features/knowledge/sharing/extraction-view.tsx';
import { PacksView } from '../features/knowledge/sharing/packs-view.tsx';
import { useRoute } from '../live/use-route.ts';
import { knowledgeText as text } from '../text/knowledge.ts';
import { useCrumbs } from '../ui/crumbs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import '../ui/score-bar.css';
import '../ui/view-tabs.css';
import '../features/knowledge/knowledge.css';
import { figure } from '../text/count.ts';
import { useCurrentInView } from '../ui/hooks/use-current-in-view.ts';

/** The views, with how much waits for a person in each. */
function ViewTabs({ view }: { view: View | null }) {
  const waiting = useRoute('GET /api/knowledge/figures', {}).data?.waiting;
  const counts: Partial<Record<View, number>> =
    waiting === undefined
      ? {}
      : {
          corrections: waiting.corrections,
          extraction: waiting.extractions,
          incoming: waiting.incoming + waiting.questions,
        };
  const row = useCurrentInView(view, waiting !== undefined);
  return (
    <nav
      aria-label={text.views.label}
      className="side-by-side line-below rigid view-tabs"
      ref={row}
    >
      {views.map((name) => (
        <ViewLink
          className="anchor row-close rigid muted"
          key={name}
          view={name}
          {...(name === view ? { 'aria-current': 'page' as const } : {})}
        >
          {text.views[name]}
          {(counts[name] ?? 0) > 0 ? (
            <span className="fine-print tabular strong toned" data-tone="need">
              {figure(counts[name] ?? 0)}
            </span>
          ) : null}
        </ViewLink>
      ))}
    </nav>
  );
}

const isView = (name: string): name is View => views.some((view) => view === name);

/** What agents learnt: one view of it, by the address. */
export function KnowledgePage() {
  const { _splat: path = '' } = useParams({ from: '/frame/knowledge/$' });
  const slash = path.indexOf('/');
  const name = slash < 0 ? path : path.slice(0, slash);
  const view = name === '' ? 'memories' : isView(name) ? name : null;
  const id = view === 'memories' && slash > 0 ? path.slice(slash + 1) : null;
  useCrumbs([
    { label: text.title, to: '/knowledge' },
    ...(view === null ? [] : [{ label: text.views[view], to: `/knowledge/${pathOf(view)}` }]),
  ]);
  return (
    <div className="full-height column">
      <h1 className="visually-hidden">{text.title}</h1>
      <ViewTabs view={view} />
      {view === null ? (
        <div className="page">
          <EmptyState
            action={
              <ViewLink className="button" view="memories">
                {text.toMemories}
              </ViewLink>
            }
            title={text.unknownView}
          />
        </div>
      ) : (
        <Shown id={id} view={view} />
      )}
    </div>
  );
}

function Shown({ view, id }: { view: View; id: string | null }) {
  switch (view) {
    case 'corrections':
      return <CorrectionsView />;
    case 'given':
      return <GivenView />;
    case 'retrieval':
      return <RetrievalView />;
    case 'extraction':
      return <ExtractionView />;
    case 'incoming':
      return <IncomingView />;
    case 'packs':
      return <PacksView />;
    case 'exchange':
      return <ExchangeView />;
    case 'memories':
      return <MemoriesView memoryId={id === '' ? null : id} />;
  }
}
