import type { AnyOperation } from '@countersign/server/journal/operation';
import { noteOpening } from './opening-operation.ts';

/** What changes the store for figures; what follows from questions is in `note-question.ts`. */
export const insightsOperations: readonly AnyOperation[] = [noteOpening];
