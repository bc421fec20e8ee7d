import { z } from 'zod';

const words = z.string().nullable();

/** What an agent says about itself. */
export const agentCardSchema = z.object({
  name: z.string(),
  description: words,
  version: words,
  provider: z.object({ name: z.string(), url: words }).nullable(),
  documentationUrl: words,
  skills: z.array(
    z.object({
      name: z.string(),
      description: words,
      tags: z.array(z.string()),
      examples: z.array(z.string()),
    }),
  ),
  inputModes: z.array(z.string()),
  outputModes: z.array(z.string()),
  streams: z.boolean(),
  pushes: z.boolean(),
  /** Names of its authentication schemes. */
  security: z.array(z.string()),
  /** Where it can be called; `why` says why an address is not used. */
  interfaces: z.array(
    z.object({
      url: z.string(),
      transport: z.string(),
      version: z.string(),
      used: z.boolean(),
      why: words,
    }),
  ),
});
export type AgentCard = z.infer<typeof agentCardSchema>;

/** Response of `GET /api/agents/{id}/card`: both are null for an agent of a protocol without cards. */
export const agentCardAnswerSchema = z.object({
  card: agentCardSchema.nullable(),
  /** Why it could not be read. */
  fault: words,
});
export type AgentCardAnswer = z.infer<typeof agentCardAnswerSchema>;
