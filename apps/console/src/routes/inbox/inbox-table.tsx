import type { Operator } from '@countersign/api/operator';
import { Suspense } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { bulkText, inboxText as text } from '../../text/texts.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { ErrorBoundary } from '../../ui/parts/error-boundary.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { InboxTable } from './use-inbox-table.ts';

const BulkPanel = lazyPart(
  async () => (await import('../../features/inbox/bulk/bulk-panel.tsx')).BulkPanel,
);

interface InboxTablePartProps {
  table: InboxTable;
  me: Operator | null;
  /** The rows of the queue are known. */
  ready: boolean;
  onOpen: (promptId: string) => void;
  onBack: () => void;
}

/** A table of equal prompts, or of selected ones, next to the queue. */
export function InboxTablePart({ table, me, ready, onOpen, onBack }: InboxTablePartProps) {
  if (table.error !== null) {
    return (
      <section className="decision column padded" aria-label={bulkText.panel}>
        <ErrorPanel title={text.failed} detail={errorText(table.error)} onRetry={table.retry} />
      </section>
    );
  }
  if (!table.ready || !ready) return <Skeleton rows={6} label={text.loading} />;
  return (
    <ErrorBoundary resetKey={table.name}>
      <Suspense fallback={<Skeleton rows={6} label={text.loading} />}>
        <BulkPanel
          key={table.name}
          live={table.live}
          belonging={table.belonging}
          total={table.total}
          me={me}
          onOpen={onOpen}
          onBack={onBack}
        />
      </Suspense>
    </ErrorBoundary>
  );
}
