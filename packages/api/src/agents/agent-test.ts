import { agentDescriptorSchema, protocolIdSchema } from '@countersign/hai/agent-descriptor';
import { z } from 'zod';
import { statementSchema } from '../statements/statement.ts';

/** Body of `POST /api/agents/test`: an agent that may not be added yet. */
export const testAgentSchema = agentDescriptorSchema
  .pick({ url: true, headers: true, protocol: true })
  .extend({
    /** A registered agent: its stored headers are sent if none are given and the host is the same. */
    id: z.string().optional(),
    /** The operator has agreed to a real run: it may cost money, and closing its stream may not stop it. */
    startRun: z.boolean().default(false),
  });

export type TestAgent = z.input<typeof testAgentSchema>;

/** How an agent that was found could be added: always at the origin of the tested address, in a protocol of this server. */
export const agentSuggestionSchema = z.object({
  url: z.string(),
  protocol: protocolIdSchema,
  /** What it calls itself, and says about itself. Not verified. */
  name: z.string().optional(),
  description: z.string().optional(),
});
export type AgentSuggestion = z.infer<typeof agentSuggestionSchema>;

/** One finding, as text. */
export const agentFindingSchema = z.object({
  kind: z.enum(['good', 'note', 'bad']),
  text: z.string(),
  /** `text` as data. */
  statement: statementSchema.optional(),
  /** Absent = it found nothing that can be added. */
  suggestion: agentSuggestionSchema.optional(),
});
export type AgentFinding = z.infer<typeof agentFindingSchema>;

export const agentTestSchema = z.object({
  findings: z.array(agentFindingSchema),
  /** The protocol detected from its events; null = none yet. */
  spoke: z.string().nullable(),
  /** It requires a header that identifies the caller. */
  wantsHeader: z.boolean(),
  /** More can be determined only by a run. */
  needsRun: z.boolean(),
});
export type AgentTest = z.infer<typeof agentTestSchema>;
