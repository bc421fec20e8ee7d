import { desk } from '@countersign/part-desk/part';
import { definePart } from '@countersign/server/part';

/** Asks people which of two names of a street is right. */
export const streets = definePart({
  id: 'streets',
  needs: { desk },
  operations: [],
  load: async () => (await import('./start.ts')).prepareStreets,
});
