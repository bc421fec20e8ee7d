import { z } from 'zod';

/** Something that the server found in what a question proposes, by itself: the agent has no say in it. */
export const signalSchema = z.object({
  id: z.string(),
  level: z.enum(['info', 'caution', 'danger']),
  /** JSON Pointer into the proposal; absent = it is about the question as a whole, or its history. */
  path: z.string().optional(),
  /** The piece that was found, unchanged. */
  text: z.string().max(400),
});
export type Signal = z.infer<typeof signalSchema>;
