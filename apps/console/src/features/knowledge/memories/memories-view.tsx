import { may } from '@countersign/desk/permissions';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../live/queries.ts';
import { useServerMinute } from '../../../live/session/server-now.ts';
import { rowsOf, useRoute, useRoutePages } from '../../../live/use-route.ts';
import { memoryText as text } from '../../../text/knowledge.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { More, Reading } from '../list-parts.tsx';
import { useFilter } from '../use-filter.ts';
import { AddMemory } from './add-memory.tsx';
import { MemoryDetailPanel } from './memory-detail.tsx';
import { filterOf, isFiltered, noFilter } from './memory-filter.ts';
import { MemoryFilters } from './memory-filters.tsx';
import { MemoryList } from './memory-list.tsx';
import './memories-view.css';

/** All memories by a filter; one of them beside the list, or in its place where there is no room for both. */
export function MemoriesView({ memoryId }: { memoryId: string | null }) {
  const [given, change] = useFilter();
  const filter = filterOf(given, useServerMinute());
  const memories = useRoutePages('GET /api/knowledge/memories', filter);
  const values = useRoute('GET /api/knowledge/values', {}).data;
  const mayWork = may(useMe().data, 'work');
  const [isAdding, setAdding] = useState(false);
  const rows = rowsOf(memories);
  // Rows of the former filter say nothing of this one.
  const isEmpty = rows.length === 0 && !memories.isPlaceholderData;
  const total = memories.data?.pages[0]?.total ?? 0;
  return (
    <div className="memories fill-height" data-open={memoryId === null ? undefined : ''}>
      <div className="column memories-left">
        <MemoryFilters given={given} onChange={change} values={values} />
        <div className="row memories-head">
          <span className="small muted tabular" role="status">
            {memories.data === undefined || memories.isPlaceholderData
              ? null
              : text.count(rows.length, total)}
          </span>
          {mayWork ? (
            <Button className="to-end" icon={Plus} onClick={() => setAdding(true)} small>
              {text.note}
            </Button>
          ) : null}
        </div>
        <div className="scroll-area knowledge-body">
          <Reading of={memories} rows={6}>
            {rows.length > 0 ? <MemoryList open={memoryId} rows={rows} /> : null}
            {isEmpty && isFiltered(given) ? (
              <EmptyState
                action={<Button onClick={() => change(noFilter)}>{text.clear}</Button>}
                title={text.noMatch}
              >
                {text.noMatchDetail}
              </EmptyState>
            ) : null}
            {isEmpty && !isFiltered(given) ? (
              <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
            ) : null}
            <More of={memories} />
          </Reading>
        </div>
      </div>
      {memoryId === null ? null : <MemoryDetailPanel id={memoryId} key={memoryId} />}
      {isAdding ? <AddMemory onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
