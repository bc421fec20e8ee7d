import { z } from 'zod';

/** A program that may call the MCP endpoint of this server. Times are epoch milliseconds. */
export const mcpClientSchema = z.object({
  /** Also the id of the agent that its questions come from. */
  id: z.string(),
  name: z.string(),
  createdBy: z.string(),
  createdAt: z.number(),
  /** Its last call, and what it called itself; null = it has never called. */
  lastContact: z.object({ at: z.number(), as: z.string().nullable() }).nullable(),
});
export type McpClient = z.infer<typeof mcpClientSchema>;
export const mcpClientListSchema = z.object({
  items: z.array(mcpClientSchema),
  nextCursor: z.null(),
});

/** Body of `POST /api/mcp-clients`. */
export const createMcpClientSchema = z.object({ name: z.string().trim().min(1).max(80) });
export type CreateMcpClient = z.infer<typeof createMcpClientSchema>;

/** Answer of the same: the token is shown once. */
export const createdMcpClientSchema = mcpClientSchema.extend({ token: z.string() });
export type CreatedMcpClient = z.infer<typeof createdMcpClientSchema>;
