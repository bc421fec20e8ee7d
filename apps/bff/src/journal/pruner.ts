import type { Clock } from '../runtime/clock.ts';
import type { Journal } from './journal.ts';
import { prune } from './prune-operation.ts';

const everyMs = 3_600_000;
/** Between two goes while there is more: the others' writes come first. */
const restMs = 250;

/** Keeps the tables from growing for ever; begins a little after the start. Returns its end. */
export function startPruner(journal: Journal, clock: Clock): () => void {
  let closed = false;
  let cancel = () => {};
  const arm = (delayMs: number) => {
    if (!closed) cancel = clock.schedule(go, delayMs);
  };
  const go = () => {
    // A store that cannot take it now is asked again later.
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
