import type { AnyOperation } from '@countersign/server/journal/operation';
import { kernelOperations } from '@countersign/server/operations';
import { parts } from './parts.ts';

for (const part of parts) part.follow();

/** Everything that can change the store: the complete list of operations for the writer's thread. */
export const operations: readonly AnyOperation[] = [
  ...kernelOperations,
  ...parts.flatMap((part) => part.operations),
];
