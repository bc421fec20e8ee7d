import type { Prompt } from '@countersign/api/prompt';
import type { RefObject } from 'react';
import { inboxText as text } from '../../text/inbox.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import './inbox.css';
import { isFiltered, QueueBar } from './queue-bar.tsx';
import { QueueList } from './queue-list.tsx';
import type { QueueFilter } from './queue-order.ts';
import type { Queue } from './use-queue.ts';

interface QueuePanelProps {
  queue: Queue;
  prompts: readonly Prompt[] | undefined;
  /** Why the prompts could not be read, null = they could. */
  failure: string | null;
  onRetry: () => void;
  filter: QueueFilter;
  onFilter: (filter: QueueFilter) => void;
  selectedId: string | null;
  meId: string | null;
  listRef: RefObject<HTMLDivElement | null>;
  onChoose: (promptId: string) => void;
}

function Body(props: QueuePanelProps) {
  const { queue, prompts, failure, onRetry, filter, onFilter } = props;
  if (failure !== null && prompts === undefined) {
    return (
      <div className="q-empty">
        <ErrorPanel title={text.failed} detail={failure} onRetry={onRetry} />
      </div>
    );
  }
  if (prompts === undefined) {
    return (
      <div className="q-empty">
        <Skeleton rows={8} label={text.loading} />
      </div>
    );
  }
  if (queue.rows.length > 0) return <QueueList {...props} />;
  const open = prompts.filter((prompt) => prompt.state === 'open').length;
  return (
    <div className="q-empty">
      {isFiltered(filter) ? (
        <EmptyState
          title={text.noMatch}
          action={<Button onClick={() => onFilter({})}>{text.clearFilters}</Button>}
        >
          {text.noMatchDetail(open)}
        </EmptyState>
      ) : (
        <EmptyState title={text.nothing}>{text.nothingDetail}</EmptyState>
      )}
    </div>
  );
}

/** The left pane of the inbox. */
export function QueuePanel(props: QueuePanelProps) {
  return (
    <section className="queue" aria-label={text.queue}>
      <QueueBar
        queue={props.queue}
        prompts={props.prompts ?? []}
        filter={props.filter}
        onFilter={props.onFilter}
      />
      <Body {...props} />
      <div className="q-foot">
        <span className="row-s">
          <Kbd keys="j" /> <Kbd keys="k" /> {text.move}
        </span>
        <span className="row-s">
          <Kbd keys="Enter" /> {text.open}
        </span>
      </div>
    </section>
  );
}

/** The right pane while nothing is chosen. An empty queue has nothing to choose from, and is not said to have. */
export function NothingChosen({ empty }: { empty: boolean }) {
  return (
    <section className="decision nothing" aria-label={text.chooseOne}>
      <EmptyState title={text.chooseOne}>
        {empty ? text.nothingToChoose : text.chooseOneDetail}
      </EmptyState>
    </section>
  );
}
