import { z } from 'zod';

/** How a program asks: with the tools of the MCP endpoint, or by posting its questions. */
export const programAccessSchema = z.enum(['mcp', 'http']);
export type ProgramAccess = z.infer<typeof programAccessSchema>;

/** A program that may ask people through this server. Times are epoch milliseconds. */
export const programSchema = z.object({
  /** Also the id of the agent that its questions come from. */
  id: z.string(),
  name: z.string(),
  via: programAccessSchema,
  createdBy: z.string(),
  createdAt: z.number(),
  /** When the token ends; absent = it does not. */
  tokenEndsAt: z.number().optional(),
  /** Its last call, and what it called itself; null = it has never called. */
  lastContact: z.object({ at: z.number(), as: z.string().nullable() }).nullable(),
});
export type Program = z.infer<typeof programSchema>;
export const programListSchema = z.object({
  items: z.array(programSchema),
  nextCursor: z.null(),
});

/** Body of `POST /api/programs`. A member that is not known is refused: it may have been meant to say what the token is good for. */
export const createProgramSchema = z.strictObject({
  name: z.string().trim().min(1).max(80),
  via: programAccessSchema.default('mcp'),
  /** When the token is to end; absent = it does not. */
  tokenEndsAt: z.number().int().positive().optional(),
});
export type CreateProgram = z.input<typeof createProgramSchema>;

/** Answer of the same. Both secrets are shown once; `callbackSecret` signs the callbacks of a program over HTTP. */
export const createdProgramSchema = programSchema.extend({
  token: z.string(),
  callbackSecret: z.string().nullable(),
});
export type CreatedProgram = z.infer<typeof createdProgramSchema>;

/** Answer of `POST /api/programs/{id}/callback-secret`: shown once. The secret before it signs as well until the next one. */
export const renewedSecretSchema = z.object({ callbackSecret: z.string() });
