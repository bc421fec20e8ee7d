import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { z } from 'zod';

/** Body of `POST /api/agents/test`: an agent that may not be added yet. */
export const testAgentSchema = agentDescriptorSchema
  .pick({ url: true, headers: true, protocol: true })
  .extend({
    /** An agent that is known: its stored headers are sent when none are given and the host is the same. */
    id: z.string().optional(),
    /** The operator has agreed to a real run: it may cost money, and closing its stream may not stop it. */
    startRun: z.boolean().default(false),
  });

export type TestAgent = z.input<typeof testAgentSchema>;

/** One thing that was found out, in words. */
export const agentFindingSchema = z.object({
  kind: z.enum(['good', 'note', 'bad']),
  text: z.string(),
});
export type AgentFinding = z.infer<typeof agentFindingSchema>;

export const agentTestSchema = z.object({
  findings: z.array(agentFindingSchema),
  /** The protocol detected from its events; null = none yet. */
  spoke: z.string().nullable(),
  /** It wants a header that says who asks. */
  wantsHeader: z.boolean(),
  /** More can be known only by a run. */
  needsRun: z.boolean(),
});
export type AgentTest = z.infer<typeof agentTestSchema>;
