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
  /** The agent's label for this answer. */
  label: z.string().optional(),
  state: decisionStateSchema,
  recordedAt: z.number(),
  waitsFor: z.array(z.string()).optional(),
  waitsForRun: z.string().optional(),
});

/**
 * A prompt as a row of a list, as sent: null, empty and default members of `Prompt` are left out, and long texts are cut in the middle. The whole prompt
 * is read by its id.
 */
export const promptRowSchema = z.object({
  id: z.string(),
  /** Absent = it has no task. */
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
  /** Of an open prompt: equal for prompts that ask the same about other data. */
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
  /** The agent has defined a default. */
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
