import type { Clock } from '../runtime/clock.ts';
import type { Journal } from './journal.ts';
import { prune } from './prune-operation.ts';

const everyMs = 3_600_000;
/** The pause between two passes while there is more: other writes come first. */
const restMs = 250;

/** Keeps the tables from growing forever; begins a little after the start. Returns its undo. */
export function startPruner(journal: Journal, clock: Clock): () => void {
  let closed = false;
  let cancel = () => {};
  const arm = (delayMs: number) => {
    if (!closed) cancel = clock.schedule(go, delayMs);
  };
  const go = () => {
    // If the store cannot do it now, it is tried again later.
    journal.commit(prune, null).then(
      (more) => arm(more ? restMs : everyMs),
      () => arm(everyMs),
    );
  };
  arm(restMs);
  return () => {
    closed = true;
    cancel();
  };
}
