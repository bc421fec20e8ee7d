import { operatorLeaves } from '@countersign/part-people/operators/auth-operations';
import { people } from '@countersign/part-people/part';
import { waitsShift } from '@countersign/server/journal/clock-set';
import { definePart } from '@countersign/server/part';
import { releaseAllOf } from './decisions/claim-operations.ts';
import { deskOperations } from './operations.ts';
import { shiftDesk } from './shift-desk.ts';

/** Agents, tasks, questions, decisions and their delivery. */
export const desk = definePart({
  id: 'desk',
  needs: { people },
  operations: deskOperations,
  follow() {
    operatorLeaves.follow('desk', (transaction, { operatorId }) =>
      releaseAllOf(transaction, operatorId),
    );
    waitsShift.follow('desk', shiftDesk);
  },
  load: async () => (await import('./start/start-desk.ts')).prepareDesk,
});
