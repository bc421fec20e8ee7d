import { desk } from '@countersign/part-desk/part';
import { mcp } from '@countersign/part-mcp/part';
import { pruning } from '@countersign/server/journal/prune-operation';
import { definePart } from '@countersign/server/part';
import { toolOperations } from './operations.ts';
import { removeOldCalls } from './rows/old-calls.ts';

/** What agents are offered, and what they call of it. */
export const tools = definePart({
  id: 'tools',
  needs: { desk, mcp },
  operations: toolOperations,
  follow() {
    pruning.follow('tools', (transaction, { atOnce }) => removeOldCalls(transaction, atOnce));
  },
  load: async () => (await import('./start.ts')).prepareTools,
});
