import { checkFaultSchema, figureSchema } from '@countersign/upformat/edit-check';
import { z } from 'zod';
import { statementSchema } from '../statements/statement.ts';

/** Body of `POST /api/prompts/{id}/check`. */
export const createCheckSchema = z.object({
  /** The whole edited value, as `feedback.content.value` would carry it. */
  value: z.unknown(),
  /** Of what was shown. */
  digest: z.string(),
});
export type CreateCheck = z.infer<typeof createCheckSchema>;

/**
 * Why there is no result. `not-offered`: the question has no check; `elsewhere`: the address is not on the agent's origin;
 * `gone`: the agent is not registered, or its run has ended; `unreadable`: the response is not a check result; `superseded`: the
 * same operator sent a newer value; `busy`: too many checks are running at this agent.
 */
export const uncheckedReasonSchema = z.enum([
  'not-offered',
  'elsewhere',
  'gone',
  'timeout',
  'unreachable',
  'refused',
  'unreadable',
  'superseded',
  'busy',
]);
export type UncheckedReason = z.infer<typeof uncheckedReasonSchema>;

/** The result of a check. A missing response of the agent is a result too and does not prevent sending. */
export const editCheckSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('checked'),
    faults: z.array(checkFaultSchema),
    /** Replaces the outputs of the question; null = unchanged. */
    outputs: z.array(figureSchema).nullable(),
    /** How many of its faults and outputs were left out. */
    left: z.number().int(),
  }),
  z.object({
    outcome: z.literal('unchecked'),
    reason: uncheckedReasonSchema,
    /** One sentence. */
    detail: z.string(),
    /** `detail` as data. */
    statement: statementSchema.optional(),
  }),
]);
export type EditCheck = z.infer<typeof editCheckSchema>;
