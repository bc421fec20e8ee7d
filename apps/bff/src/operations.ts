import { deskOperations } from '@countersign/part-desk/operations';
import { doorOperations } from '@countersign/part-doors/operations';
import { gatewayOperations } from '@countersign/part-gateway/operations';
import { insightsOperations } from '@countersign/part-insights/operations';
import { knowledgeOperations } from '@countersign/part-knowledge/operations';
import { mcpOperations } from '@countersign/part-mcp/operations';
import { peopleOperations } from '@countersign/part-people/operations';
import { registryOperations } from '@countersign/part-registry/operations';
import { toolOperations } from '@countersign/part-tools/operations';
import type { AnyOperation } from '@countersign/server/journal/operation';
import { kernelOperations } from '@countersign/server/operations';
import { followEachOther } from './followers.ts';

followEachOther();

/** Everything that can change the store: the complete list of operations for the writer's thread. */
export const operations: readonly AnyOperation[] = [
  ...kernelOperations,
  ...peopleOperations,
  ...deskOperations,
  ...registryOperations,
  ...mcpOperations,
  ...doorOperations,
  ...gatewayOperations,
  ...knowledgeOperations,
  ...toolOperations,
  ...insightsOperations,
];
