import type { ThreadView } from '@countersign/client/client';
import { Split } from 'lucide-react';
import type { ReactNode } from 'react';
import { streamText, taskText } from '../../text/texts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface ThreadStatusProps {
  view: ThreadView | null;
  onRetry: (() => void) | undefined;
  /** Link to the list of tasks. */
  listLink: ReactNode;
}

/** The status in place of a task that is not shown: still reading, missing events, failed, no such task. */
export function ThreadStatus({ view, onRetry, listLink }: ThreadStatusProps) {
  if (view === null || view.status === 'loading') {
    return (
      <div className="task-pane scroll-area">
        <Skeleton label={streamText.loading} rows={6} />
      </div>
    );
  }
  if (view.status === 'error') {
    if (view.error?.status === 404) {
      return (
        <div className="task-pane scroll-area">
          <EmptyState action={listLink} title={taskText.notFound}>
            {taskText.notFoundDetail}
          </EmptyState>
        </div>
      );
    }
    return (
      <div className={view.thread.sequence === 0 ? 'task-pane scroll-area' : 'task-strip rigid'}>
        <ErrorPanel
          detail={view.error?.detail ?? view.error?.title}
          onRetry={onRetry}
          title={streamText.failed}
        />
      </div>
    );
  }
  if (view.status !== 'gap' || view.gap === null) return null;
  return (
    <div className="small strip task-strip rigid" data-tone="need" role="status">
      <Icon of={Split} />
      <b className="strong">{streamText.gapTitle}</b>
      <span className="truncate">{streamText.gap(view.gap.from, view.gap.to)}</span>
      {onRetry === undefined ? null : (
        <button className="link" onClick={onRetry} type="button">
          {streamText.askAgain}
        </button>
      )}
    </div>
  );
}
