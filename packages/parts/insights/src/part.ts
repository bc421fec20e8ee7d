import { desk } from '@countersign/part-desk/part';
import { promptChanges } from '@countersign/part-desk/records/prompt-fact';
import { definePart } from '@countersign/server/part';
import { noteQuestion } from './note-question.ts';
import { insightsOperations } from './operations.ts';

/** Figures of questions and answers. */
export const insights = definePart({
  id: 'insights',
  needs: { desk },
  operations: insightsOperations,
  follow() {
    promptChanges.follow('insights', noteQuestion);
  },
  load: async () => (await import('./start.ts')).prepareInsights,
});
