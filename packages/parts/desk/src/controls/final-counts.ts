import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { hasUnreportedCounts } from '../rows/controls.ts';
import { publishCounts } from './control-operations.ts';

/** Publishes the last count of events since a stop after the agent has fallen silent; returns its undo. */
export function publishFinalCounts(journal: Journal, clock: Clock, report: Report): () => void {
  let cancel: (() => void) | null = null;
  const publishRest = async () => {
    if (await hasUnreportedCounts(journal.read)) await journal.commit(publishCounts, null);
  };
  const undo = journal.onCommit(() => {
    if (cancel !== null) return;
    cancel = clock.schedule(() => {
      cancel = null;
      publishRest().catch((error) =>
        report('The count of events since a stop was not told.', error),
      );
    }, 500);
  });
  return () => {
    undo();
    cancel?.();
  };
}
