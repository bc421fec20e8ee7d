import { desk } from '@countersign/part-desk/part';
import { runBegins } from '@countersign/part-desk/runs/run-operations';
import { gateway } from '@countersign/part-gateway/part';
import { mcp } from '@countersign/part-mcp/part';
import { pruning } from '@countersign/server/journal/prune-operation';
import { definePart } from '@countersign/server/part';
import { noteGiven } from './memories/note-given.ts';
import { knowledgeOperations } from './operations.ts';
import { removeOldGiven } from './rows/old-given.ts';

/** What agents learn, and what others are given of it. */
export const knowledge = definePart({
  id: 'knowledge',
  needs: { desk, mcp, gateway },
  operations: knowledgeOperations,
  follow() {
    runBegins.follow('knowledge', noteGiven);
    pruning.follow('knowledge', (transaction, { atOnce }) => removeOldGiven(transaction, atOnce));
  },
  load: async () => (await import('./start.ts')).prepareKnowledge,
});
