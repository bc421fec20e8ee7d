import { waitsShift } from '@countersign/server/journal/clock-set';
import { definePart } from '@countersign/server/part';
import { peopleOperations } from './operations.ts';
import { shiftSessions } from './rows/sessions.ts';

/** Operators and sessions. */
export const people = definePart({
  id: 'people',
  needs: {},
  operations: peopleOperations,
  follow() {
    waitsShift.follow('people', (transaction, { jumpMs }) =>
      transaction.pastDamage('sessions', () => shiftSessions(transaction, jumpMs), undefined),
    );
  },
  load: async () => (await import('./start.ts')).preparePeople,
});
