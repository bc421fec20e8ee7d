import { z } from 'zod';
import { messageSchema } from './event.ts';

/** A front-end tool the agent may call (docs/protocol/other-questions.md). `parameters` is a JSON Schema. */
export const toolSchema = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  parameters: z.unknown().optional(),
});
export type Tool = z.infer<typeof toolSchema>;

/** The body of the POST that starts a run (docs/protocol/events.md, AG-UI 1.0 members included). */
export const runAgentInputSchema = z.looseObject({
  threadId: z.string(),
  runId: z.string(),
  parentRunId: z.string().optional(),
  messages: z.array(messageSchema),
  context: z.array(z.unknown()).optional(),
  tools: z.array(toolSchema).optional(),
  state: z.unknown().optional(),
  resume: z.array(z.unknown()).optional(),
  forwardedProps: z.record(z.string(), z.unknown()).optional(),
});
export type RunAgentInput = z.infer<typeof runAgentInputSchema>;
