import { feedbackTypeSchema, severitySchema } from '@countersign/upformat/message';
import { z } from 'zod';
import {
  claimSchema,
  deciderSchema,
  decisionStateSchema,
  promptStateSchema,
  snoozeSchema,
} from '../prompt.ts';
import { statementSchema } from '../statements/statement.ts';

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
  /** Of an open prompt: the beginning of the key that is equal for prompts that ask the same about other data. */
  classKey: z.string().optional(),
  /** Absent = it blocks. */
  blocking: z.boolean().optional(),
  /** Absent = `open`. */
  state: promptStateSchema.optional(),
  /** Absent = `info`. */
  severity: severitySchema.optional(),
  /** Absent = the first one, 1. */
  revision: z.number().int().optional(),
  sequence: z.number().int(),
  place: z.number().int().optional(),
  ask: z.string(),
  openedAt: z.number(),
  expiresAt: z.number().optional(),
  /** The agent has defined a default. */
  hasDefault: z.literal(true).optional(),
  /** The question as data, if the server has written it. */
  stated: statementSchema.optional(),
  /** The first numbers of its payload: JSON Pointer, value, currency. */
  figures: z.array(z.tuple([z.string(), z.number(), z.string().nullable()])).optional(),
  /** Without `takeOver`, nobody has asked to take it over. */
  claim: claimSchema.partial({ takeOver: true }).optional(),
  snooze: snoozeSchema.optional(),
  escalation: z.object({ group: z.string() }).optional(),
  /** Without a name, by the one who holds it. */
  seen: z
    .object({ at: z.number(), operator: z.string().optional(), name: z.string().optional() })
    .optional(),
  closedAt: z.number().optional(),
  decision: rowDecisionSchema.optional(),
});
export type WireRow = z.infer<typeof promptRowSchema>;
