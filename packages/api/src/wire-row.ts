import { feedbackTypeSchema, severitySchema } from '@countersign/upformat/message';
import { z } from 'zod';
import {
  claimSchema,
  deciderSchema,
  decisionStateSchema,
  promptStateSchema,
  snoozeSchema,
} from './prompt.ts';

const rowDecisionSchema = z.object({
  id: z.string(),
  by: deciderSchema.pick({ kind: true, id: true, name: true }),
  feedback: z.object({ type: feedbackTypeSchema }),
  /** What the agent calls this answer. */
  label: z.string().optional(),
  state: decisionStateSchema,
  recordedAt: z.number(),
  waitsFor: z.array(z.string()).optional(),
  waitsForRun: z.string().optional(),
});

/**
 * A prompt as a row of a list travels: what is null, empty or usual in `Prompt` is left out, and texts are cut in their middle. The whole prompt
 * is read by its id.
 */
export const promptRowSchema = z.object({
  id: z.string(),
  /** Absent = it is part of no task. */
  taskId: z.string().optional(),
  taskTitle: z.string().optional(),
  agentId: z.string(),
  agentName: z.string(),
  relayedFor: z.string().optional(),
  /** Absent = a message in UpFormat. */
  origin: z
    .object({ protocol: z.string(), kind: z.string(), label: z.string().optional() })
    .optional(),
  source: z.object({ toolName: z.string().optional(), together: z.string().optional() }).optional(),
  /** Of an open one: equal for prompts that ask the same thing of other data. */
  classKey: z.string().optional(),
  blocking: z.boolean(),
  /** Absent = `open`. */
  state: promptStateSchema.optional(),
  severity: severitySchema,
  revision: z.number().int(),
  sequence: z.number().int(),
  place: z.number().int().optional(),
  ask: z.string(),
  openedAt: z.number(),
  expiresAt: z.number().optional(),
  /** The agent defines what happens if nobody answers. */
  hasDefault: z.literal(true).optional(),
  /** The first numbers of its payload: JSON Pointer, value, currency. */
  figures: z.array(z.tuple([z.string(), z.number(), z.string().nullable()])).optional(),
  claim: claimSchema.optional(),
  snooze: snoozeSchema.optional(),
  escalation: z.object({ group: z.string() }).optional(),
  seen: z.object({ at: z.number(), operator: z.string(), name: z.string() }).optional(),
  closedAt: z.number().optional(),
  decision: rowDecisionSchema.optional(),
});
export type WireRow = z.infer<typeof promptRowSchema>;
