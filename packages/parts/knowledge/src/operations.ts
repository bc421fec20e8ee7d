import type { AnyOperation } from '@countersign/server/journal/operation';
import { keepKnowledge } from './memories/keep-operation.ts';

/** What changes the store for knowledge. */
export const knowledgeOperations: readonly AnyOperation[] = [keepKnowledge];
