import { releaseAllOf } from '@countersign/part-desk/decisions/claim-operations';
import { promptChanges } from '@countersign/part-desk/records/prompt-fact';
import { runBegins } from '@countersign/part-desk/runs/run-operations';
import { shiftDesk } from '@countersign/part-desk/shift-desk';
import { noteQuestion } from '@countersign/part-insights/note-question';
import { noteGiven } from '@countersign/part-knowledge/memories/note-given';
import { removeOldGiven } from '@countersign/part-knowledge/rows/old-given';
import { operatorLeaves } from '@countersign/part-people/operators/auth-operations';
import { shiftSessions } from '@countersign/part-people/rows/sessions';
import { removeOldCalls } from '@countersign/part-tools/rows/old-calls';
import { waitsShift } from '@countersign/server/journal/clock-set';
import { pruning } from '@countersign/server/journal/prune-operation';

/** What subjects of the server do when something happens in another one, in its transaction. */
export function followEachOther(): void {
  operatorLeaves.follow('desk', (transaction, { operatorId }) =>
    releaseAllOf(transaction, operatorId),
  );
  runBegins.follow('knowledge', noteGiven);
  promptChanges.follow('insights', noteQuestion);
  waitsShift.follow('desk', shiftDesk);
  waitsShift.follow('people', (transaction, { jumpMs }) =>
    transaction.pastDamage('sessions', () => shiftSessions(transaction, jumpMs), undefined),
  );
  pruning.follow('tools', (transaction, { atOnce }) => removeOldCalls(transaction, atOnce));
  pruning.follow('knowledge', (transaction, { atOnce }) => removeOldGiven(transaction, atOnce));
}
