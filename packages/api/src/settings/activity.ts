import { z } from 'zod';

/**
 * How much happened in a task: events per slice of time, oldest first. `since` (epoch ms) is the start of the first slice,
 * `sliceMs` the length of each; the last ends at the time of the answer and is younger than the others.
 */
export const activitySchema = z.object({
  since: z.number(),
  sliceMs: z.number().int(),
  counts: z.array(z.number().int()),
  /** Sequence of the last event counted. */
  sequence: z.number().int(),
});
export type Activity = z.infer<typeof activitySchema>;
