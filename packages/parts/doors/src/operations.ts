import type { AnyOperation } from '@countersign/server/journal/operation';
import { keepDoorCall, takeDoorCall } from './calls/call-operations.ts';

/** What changes the store for tool calls of coding agents. */
export const doorOperations: readonly AnyOperation[] = [keepDoorCall, takeDoorCall];
