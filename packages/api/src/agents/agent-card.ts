import { z } from 'zod';
import { statementSchema } from '../statements/statement.ts';

const words = z.string().nullable();

const hint = z.boolean().nullable();
const schemaOf = z.record(z.string(), z.unknown());

/** A tool that operators can call. */
export const offeredToolSchema = z.object({
  name: z.string(),
  title: words,
  description: words,
  inputSchema: schemaOf,
  outputSchema: schemaOf.nullable(),
  /** Claims of the source, not verified. */
  hints: z.object({ readOnly: hint, destructive: hint, idempotent: hint, openWorld: hint }),
  /** Whether a call may, or must, be made as a task. */
  task: z.enum(['required', 'optional']).nullable(),
});
export type OfferedTool = z.infer<typeof offeredToolSchema>;

/** The lists of a source of tools. */
export const offersSchema = z.object({
  tools: z.array(offeredToolSchema),
  resources: z.array(
    z.object({
      uri: z.string(),
      name: z.string(),
      description: words,
      mediaType: words,
      isTemplate: z.boolean(),
    }),
  ),
  prompts: z.array(
    z.object({
      name: z.string(),
      title: words,
      description: words,
      arguments: z.array(z.string()),
    }),
  ),
});
export type Offers = z.infer<typeof offersSchema>;

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
  /** What it declares to support or not, in its own terms; absent = its protocol has no such list. */
  capabilities: z
    .object({ supported: z.array(z.string()), unsupported: z.array(z.string()) })
    .optional(),
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
      /** `why` as data. */
      whyStatement: statementSchema.optional(),
    }),
  ),
  /** What a source of tools offers to be used. */
  offers: offersSchema.optional(),
});
export type AgentCard = z.infer<typeof agentCardSchema>;

/** Response of `GET /api/agents/{id}/card`: both are null for an agent of a protocol without cards. */
export const agentCardAnswerSchema = z.object({
  card: agentCardSchema.nullable(),
  /** Why it could not be read. */
  fault: words,
  /** `fault` as data. */
  faultStatement: statementSchema.optional(),
});
export type AgentCardAnswer = z.infer<typeof agentCardAnswerSchema>;
