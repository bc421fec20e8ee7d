import { describeAudit } from '../audit/audit-operations.ts';
import type { Journal } from '../journal/journal.ts';
import { prune } from '../journal/prune-operation.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';

const everyMs = 3_600_000;
/** The pause between two passes while there is more: other writes come first. */
const restMs = 250;

/** True if there is more to do. */
async function upkeep(journal: Journal): Promise<boolean> {
  const removes = await journal.commit(prune, null);
  return (await journal.commit(describeAudit, null)) || removes;
}

/** Keeps the tables from growing forever; begins a little after the start. Returns its undo. */
export function startPruner(journal: Journal, clock: Clock, report: Report): () => void {
  let closed = false;
  let cancel = () => {};
  const arm = (delayMs: number) => {
    if (!closed) cancel = clock.schedule(go, delayMs);
  };
  const go = () => {
    upkeep(journal).then(
      (more) => arm(more ? restMs : everyMs),
      (error) => {
        report('Old rows could not be removed or described; tried again later.', error);
        arm(everyMs);
      },
    );
  };
  arm(restMs);
  return () => {
    closed = true;
    cancel();
  };
}
