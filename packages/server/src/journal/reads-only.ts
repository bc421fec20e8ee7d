import { say } from '@countersign/api/statements';
import type { Clock } from '../runtime/clock.ts';
import { idleDuty } from '../servers/duty.ts';
import { StoreUnavailableError } from '../store/faults/store-fault.ts';
import type { Journal } from './journal.ts';

/** What a server records that does not act: who is signed in, and that the store can be written. */
const recorded: ReadonlySet<string> = new Set([
  'openSession',
  'closeSession',
  'keepSignInCode',
  'takeSignInCode',
  'confirmWrite',
]);

/** The store of a server that only reads: it has no duty, and everything that would change something is refused. */
export function readsOnly(
  journal: Journal,
  { clock, isStarting }: { clock: Clock; isStarting: () => boolean },
): Journal {
  const { readsOnly: why } = journal;
  if (why === null) return journal;
  const since = clock.now();
  const state = () => ({ ...journal.state(), notWritableSince: since, reason: why });
  return {
    ...journal,
    duty: idleDuty,
    state,
    onState: (listener) => journal.onState(() => listener(state())),
    commit(operation, input) {
      if (isStarting() || recorded.has(operation.name)) return journal.commit(operation, input);
      return Promise.reject(new StoreUnavailableError(say(`store.${why}`)));
    },
  };
}
