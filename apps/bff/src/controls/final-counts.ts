import type { Journal } from '../journal/journal.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { publishCounts } from './control-operations.ts';

/** Publishes the last count of events since a stop after the agent has fallen silent; returns its undo. */
export function publishFinalCounts(journal: Journal, clock: Clock, report: Report): () => void {
  let cancel: (() => void) | null = null;
  const publishRest = async () => {
    const sql = `SELECT 1 FROM controls WHERE events_since > told_count LIMIT 1`;
    if ((await journal.read.get(sql)) !== undefined) await journal.commit(publishCounts, null);
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
