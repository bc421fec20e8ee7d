import { z } from 'zod';

/** A library for authors of agents that this server hands out. */
export const librarySchema = z.object({
  kind: z.enum(['npm', 'python']),
  name: z.string(),
  version: z.string(),
  /** Its file at this server. */
  path: z.string(),
});
export const libraryListSchema = z.object({ items: z.array(librarySchema) });
export type Library = z.infer<typeof librarySchema>;
