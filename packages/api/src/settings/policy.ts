import { feedbackTypeSchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { statedIssue } from '../statements/stated-issue.ts';

/** The minimum and maximum of a time in a policy, ms. */
export const policyTimes = {
  claimLeaseMs: [5_000, 3_600_000],
  takeOverMs: [1_000, 600_000],
  recallMs: [0, 60_000],
  stepAfterMs: [1_000, Number.MAX_SAFE_INTEGER],
} as const satisfies Record<string, readonly [least: number, most: number]>;

const time = (of: keyof typeof policyTimes) =>
  z.number().int().min(policyTimes[of][0]).max(policyTimes[of][1]);

/** An escalation has no more steps. */
export const maxPolicySteps = 5;

/** One step of an escalation, taken if the prompt was not claimed or answered for this long since the previous step. */
export const escalationStepSchema = z.discriminatedUnion('to', [
  z.object({
    to: z.literal('group'),
    afterMs: z.number().int().min(policyTimes.stepAfterMs[0]),
    group: z.string().min(1).max(40),
  }),
  /** Sends the agent's default; without one the prompt stays open, with the reason. */
  z.object({ to: z.literal('default'), afterMs: z.number().int().min(policyTimes.stepAfterMs[0]) }),
]);
export type EscalationStep = z.infer<typeof escalationStepSchema>;

/** The settings for prompts of one severity. Times are milliseconds. */
export const classPolicySchema = z.object({
  /** A claim that is not renewed ends after this. */
  claimLeaseMs: time('claimLeaseMs'),
  /** A request to take over is granted after this if the holder does not respond. */
  takeOverMs: time('takeOverMs'),
  /** How long an answer can be recalled before it is sent; 0 = it is sent at once. */
  recallMs: time('recallMs'),
  /** Kinds of answer that need a reason. Edits and rankings have no place for one in UpFormat. */
  reasonFor: z
    .array(feedbackTypeSchema)
    .refine(
      (kinds) => !kinds.some((kind) => kind === 'edit' || kind === 'rank'),
      statedIssue('Edits and rankings have no place for a reason.', { code: 'request.no-reason' }),
    ),
  steps: z.array(escalationStepSchema).max(maxPolicySteps),
});
export type ClassPolicy = z.infer<typeof classPolicySchema>;

const classesSchema = z.object({
  critical: classPolicySchema,
  major: classPolicySchema,
  minor: classPolicySchema,
  info: classPolicySchema,
});

/** How the operators share prompts: one version at a time, older ones kept. Times are epoch milliseconds. */
export const policySchema = z.object({
  version: z.number().int().min(1),
  classes: classesSchema,
  updatedAt: z.number(),
  updatedBy: z.string(),
});
export type Policy = z.infer<typeof policySchema>;

/** Body of `PUT /api/policy`: `version` is the one it was made from; a newer one is a 409. */
export const changePolicySchema = z.object({
  version: z.number().int().min(1),
  classes: classesSchema,
});
export type ChangePolicy = z.infer<typeof changePolicySchema>;
