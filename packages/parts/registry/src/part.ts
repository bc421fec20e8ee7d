import { definePart } from '@countersign/server/part';
import { registryOperations } from './operations.ts';

/** The registry of services. */
export const registry = definePart({
  id: 'registry',
  needs: {},
  operations: registryOperations,
  load: async () => (await import('./start.ts')).prepareRegistry,
});
