import { desk } from '@countersign/part-desk/part';
import { definePart } from '@countersign/server/part';
import { mcpOperations } from './operations.ts';

/** MCP, and programs that ask. */
export const mcp = definePart({
  id: 'mcp',
  needs: { desk },
  operations: mcpOperations,
  load: async () => (await import('./start.ts')).prepareMcp,
});
