import { checkFaultSchema, figureSchema } from '@countersign/upformat/edit-check';
import { z } from 'zod';

/** Body of `POST /api/prompts/{id}/check`. */
export const createCheckSchema = z.object({
  /** The whole edited value, as `feedback.content.value` would carry it. */
  value: z.unknown(),
  /** Of what was shown. */
  digest: z.string(),
});
export type CreateCheck = z.infer<typeof createCheckSchema>;

/**
 * Why there is no word of the agent. `not-offered`: its question names no check; `elsewhere`: the address it names is not its own;
 * `gone`: it is not in the registry, or its run is over; `unreadable`: what it answered is no check; `superseded`: the same operator
 * has asked about a newer value; `busy`: too many checks are at this agent.
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

/** What became of the question whether a value would do. That the agent did not answer is an answer too: nobody is kept from sending. */
export const editCheckSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('checked'),
    faults: z.array(checkFaultSchema),
    /** In place of those beside the question; null = they still hold. */
    outputs: z.array(figureSchema).nullable(),
    /** How many of its faults and outputs were left out. */
    left: z.number().int(),
  }),
  z.object({
    outcome: z.literal('unchecked'),
    reason: uncheckedReasonSchema,
    /** One sentence. */
    detail: z.string(),
  }),
]);
export type EditCheck = z.infer<typeof editCheckSchema>;
