import { may } from '@countersign/desk/permissions';
import { useState } from 'react';
import { useMe } from '../../../live/queries.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { rowsOf, useChange, useRoutePages } from '../../../live/use-route.ts';
import { exchangeText as text } from '../../../text/knowledge.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MemoryLink } from '../links.tsx';
import { More, Reading } from '../list-parts.tsx';
import { MemoryContent } from '../memories/memory-content.tsx';
import { TypeMark } from '../memories/memory-facts.tsx';
import { AskWhy } from '../review/ask-why.tsx';

/** What others can fetch, who approved it, and how to end that. */
export function SharedKnowledge() {
  const shared = useRoutePages('GET /api/knowledge/shared', { limit: 20 });
  const mayWork = may(useMe().data, 'work');
  const change = useChange();
  const [ending, setEnding] = useState<{ id: string; title: string } | null>(null);
  const rows = rowsOf(shared);
  return (
    <section className="stack">
      <h2>{text.shared}</h2>
      <Reading of={shared} rows={2}>
        {rows.length === 0 ? (
          <EmptyState title={text.sharedNone}>{text.sharedNoneDetail}</EmptyState>
        ) : null}
        <ul aria-label={text.shared} className="knowledge-lines">
          {rows.map((one) => (
            <li className="soft-line-between stack-tight close-line" key={one.id}>
              <span className="row-wrap">
                <TypeMark type={one.type} />
                <MemoryLink memory={{ id: one.memoryId, name: one.title }} />
                <span className="small muted">
                  {one.approval.kind === 'rule'
                    ? text.byRule(visibleText(one.approval.rule ?? ''))
                    : text.approvedBy(visibleText(one.approval.by.name))}
                  {commonText.comma}
                  <LiveTime as="ago" at={one.approval.at} />
                </span>
                {mayWork ? (
                  <span className="to-end">
                    <Button onClick={() => setEnding(one)} small>
                      {text.unshare}
                    </Button>
                  </span>
                ) : null}
              </span>
              <details>
                <summary className="small muted">{text.says}</summary>
                <div className="inset ruled">
                  <MemoryContent content={one.item.content} type={one.type} />
                </div>
              </details>
            </li>
          ))}
        </ul>
        <More of={shared} />
      </Reading>
      {ending === null ? null : (
        <AskWhy
          act={async () => {
            await change('DELETE /api/knowledge/shared/:id', { params: { id: ending.id } });
          }}
          danger
          detail={text.unshareDetail}
          onClose={() => setEnding(null)}
          title={text.unshareAsk(visibleText(ending.title))}
          why={null}
          yes={text.unshare}
        />
      )}
    </section>
  );
}
