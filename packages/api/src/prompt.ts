import { severitySchema, upFeedbackSchema, upMessageSchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { pageOf } from './page.ts';

export const promptStateSchema = z.enum(['open', 'answered', 'expired', 'withdrawn']);
export type PromptState = z.infer<typeof promptStateSchema>;

/**
 * How far an answer has come. `recorded` in the journal, `delivered` (the agent's endpoint said 2xx),
 * `acknowledged` (the agent said so in its stream), `undeliverable` (given up; see `failure`).
 */
export const decisionStateSchema = z.enum([
  'recorded',
  'delivered',
  'acknowledged',
  'undeliverable',
]);
export type DecisionState = z.infer<typeof decisionStateSchema>;

/** Who answered. `kind: "default"` is the server applying the agent's own default at expiry. */
export const deciderSchema = z.object({
  kind: z.enum(['operator', 'default']),
  id: z.string(),
  name: z.string(),
});
export type Decider = z.infer<typeof deciderSchema>;

/** The binding answer to a prompt. Times are epoch milliseconds. */
export const decisionSchema = z.object({
  id: z.string(),
  promptId: z.string(),
  by: deciderSchema,
  feedback: upFeedbackSchema,
  digest: z.string(),
  state: decisionStateSchema,
  recordedAt: z.number(),
  deliveredAt: z.number().nullable(),
  acknowledgedAt: z.number().nullable(),
  attempts: z.number().int(),
  /** Why the last delivery failed, in words an operator can act on. */
  failure: z.string().nullable(),
});
export type Decision = z.infer<typeof decisionSchema>;

/**
 * A question that a person can act on: one inbox entry (UpFormat section 8). `id` is unique on this server.
 * `digest` is the SHA-256 (hex) over the canonical JSON (RFC 8785) of `message`: an answer must carry it.
 * Times are epoch milliseconds. `sequence` is where the ask stands in its task.
 */
export const promptSchema = z.object({
  id: z.string(),
  taskId: z.string(),
  taskTitle: z.string(),
  runId: z.string(),
  /** The agent that asks (a relayed ask names the agent behind the connection). */
  agentId: z.string(),
  agentName: z.string(),
  origin: z.enum(['upformat']),
  blocking: z.boolean(),
  state: promptStateSchema,
  severity: severitySchema,
  revision: z.number().int(),
  sequence: z.number().int(),
  ask: z.string(),
  message: upMessageSchema,
  digest: z.string(),
  openedAt: z.number(),
  revisedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
  closedAt: z.number().nullable(),
  /** Why it closed without an answer. */
  closedReason: z.string().nullable(),
  decision: decisionSchema.nullable(),
});
export type Prompt = z.infer<typeof promptSchema>;
export const promptPageSchema = pageOf(promptSchema);

/** Body of `POST /api/prompts/{id}/decisions`. */
export const createDecisionSchema = z.object({
  feedback: upFeedbackSchema,
  digest: z.string(),
  idempotencyKey: z.string().min(8).max(200),
});
export type CreateDecision = z.infer<typeof createDecisionSchema>;

/** Answer 201 of the same: a repeated idempotency key gets the same answer again. */
export const createdDecisionSchema = z.object({
  decisionId: z.string(),
  state: decisionStateSchema,
  decision: decisionSchema,
});
export type CreatedDecision = z.infer<typeof createdDecisionSchema>;
