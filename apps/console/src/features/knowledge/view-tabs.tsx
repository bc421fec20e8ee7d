import { useKnowledgeFigures } from '../../live/knowledge-queries.ts';
import { figure } from '../../text/count.ts';
import { knowledgeText as text } from '../../text/knowledge.ts';
import { useCurrentInView } from '../../ui/use-current-in-view.ts';
import { type View, ViewLink, views } from './links.tsx';

/** The views, with how much waits for a person in each. */
export function ViewTabs({ view }: { view: View | null }) {
  const waiting = useKnowledgeFigures().data?.waiting;
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
