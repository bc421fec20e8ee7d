import { releaseAllOf } from './decisions/claim-operations.ts';
import { waitsShift } from './journal/clock-set.ts';
import { pruning } from './journal/prune-operation.ts';
import { noteGiven } from './memories/note-given.ts';
import { operatorLeaves } from './operators/auth-operations.ts';
import { runBegins } from './runs/run-operations.ts';
import { shiftDesk } from './shift-desk.ts';
import { removeOldCalls } from './store/old-calls.ts';
import { removeOldGiven } from './store/old-given.ts';
import { shiftSessions } from './store/sessions.ts';

/** What subjects of the server do when something happens in another one, in its transaction. */
export function followEachOther(): void {
  operatorLeaves.follow('desk', (transaction, { operatorId }) =>
    releaseAllOf(transaction, operatorId),
  );
  runBegins.follow('knowledge', noteGiven);
  waitsShift.follow('desk', shiftDesk);
  waitsShift.follow('people', (transaction, { jumpMs }) =>
    transaction.pastDamage('sessions', () => shiftSessions(transaction, jumpMs), undefined),
  );
  pruning.follow('tools', (transaction, { atOnce }) => removeOldCalls(transaction, atOnce));
  pruning.follow('knowledge', (transaction, { atOnce }) => removeOldGiven(transaction, atOnce));
}
