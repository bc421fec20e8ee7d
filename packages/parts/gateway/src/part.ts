import { desk } from '@countersign/part-desk/part';
import { registry } from '@countersign/part-registry/part';
import { definePart } from '@countersign/server/part';
import { gatewayOperations } from './operations.ts';

/** Calls of other programs, passed on to registered services. */
export const gateway = definePart({
  id: 'gateway',
  needs: { desk, registry },
  operations: gatewayOperations,
  load: async () => (await import('./start.ts')).prepareGateway,
});
