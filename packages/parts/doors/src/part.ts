import { desk } from '@countersign/part-desk/part';
import { mcp } from '@countersign/part-mcp/part';
import { definePart } from '@countersign/server/part';
import { doorOperations } from './operations.ts';

/** Tool calls of coding agents, held by their hooks. */
export const doors = definePart({
  id: 'doors',
  needs: { desk, mcp },
  operations: doorOperations,
  load: async () => (await import('./start.ts')).prepareDoors,
});
