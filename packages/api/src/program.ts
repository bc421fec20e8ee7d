import { z } from 'zod';

/** A program that may call the MCP endpoint of this server. Times are epoch milliseconds. */
export const programSchema = z.object({
  /** Also the id of the agent that its questions come from. */
  id: z.string(),
  name: z.string(),
  createdBy: z.string(),
  createdAt: z.number(),
  /** Its last call, and what it called itself; null = it has never called. */
  lastContact: z.object({ at: z.number(), as: z.string().nullable() }).nullable(),
});
export type Program = z.infer<typeof programSchema>;
export const programListSchema = z.object({
  items: z.array(programSchema),
  nextCursor: z.null(),
});

/** Body of `POST /api/programs`. */
export const createProgramSchema = z.object({ name: z.string().trim().min(1).max(80) });
export type CreateProgram = z.infer<typeof createProgramSchema>;

/** Answer of the same: the token is shown once. */
export const createdProgramSchema = programSchema.extend({ token: z.string() });
export type CreatedProgram = z.infer<typeof createdProgramSchema>;
