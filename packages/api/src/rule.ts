import { severitySchema, upFeedbackSchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { originNameSchema } from './origin.ts';
import { statementSchema } from './statements/statement.ts';

/** One test on the payload of a prompt, or on its whole message: `path` is a JSONPath (RFC 9535); it must select at least one node, and all selected nodes must pass. */
export const ruleConditionSchema = z.object({
  path: z.string().min(1).max(400),
  /** What the path starts from; absent = the payload. The members of `upPrompt` are available there in either spelling. */
  of: z.enum(['payload', 'message']).optional(),
  is: z.enum([
    'present',
    'absent',
    'equal',
    'not-equal',
    'one-of',
    'less-than',
    'at-most',
    'more-than',
    'at-least',
    'containing',
  ]),
  value: z.unknown().optional(),
});
export type RuleCondition = z.infer<typeof ruleConditionSchema>;

/** What a rule answers: every member given must hold. */
export const ruleMatchSchema = z.object({
  /** The registered agent whose stream the question comes on. */
  agentId: z.string().min(1),
  /** The name it claims to act for; absent = any, or none. */
  relayedFor: z.string().min(1).max(200).optional(),
  blocking: z.boolean().optional(),
  /** Name of the origin: `ag-ui/interrupt`. */
  origin: originNameSchema.optional(),
  toolName: z.string().optional(),
  /** The maximum severity of a prompt; absent = minor. A rule answers critical prompts only if this allows it. */
  severityUpTo: severitySchema.optional(),
  /** Only prompts of the class of the prompt the rule was made from. */
  classKey: z.string().optional(),
  conditions: z.array(ruleConditionSchema).max(20),
});
export type RuleMatch = z.infer<typeof ruleMatchSchema>;

/** The result of a dry run. */
export const dryRunSchema = z.object({
  at: z.number(),
  /** The tested version. */
  version: z.number().int(),
  /** Past prompts that were answered by people and that the rule matches. */
  matched: z.number().int(),
  /** Of these: answered in the same way (kind and content). */
  same: z.number().int(),
  /** Of these: the rule would leave them to people, since the policy demands a reason that its answer does not give. Absent = it was not counted. */
  withoutReason: z.number().int().optional(),
  differing: z
    .array(
      z.object({
        promptId: z.string(),
        ask: z.string(),
        /** `ask` as data, where it is the server's own sentence. */
        stated: statementSchema.optional(),
        taskId: z.string().nullable(),
        taskTitle: z.string().nullable(),
        answeredAt: z.number(),
        by: z.string(),
        feedback: upFeedbackSchema,
      }),
    )
    .max(50),
  /** Open prompts it would answer now. */
  openNow: z.number().int(),
  /** Number of past prompts checked. */
  lookedAt: z.number().int(),
  /** Conditions whose path selected nothing in any checked prompt, past or open, and the number of those prompts. */
  nowhere: z
    .object({
      prompts: z.number().int(),
      places: z.array(ruleConditionSchema.pick({ path: true, of: true })),
    })
    .optional(),
});
export type DryRun = z.infer<typeof dryRunSchema>;

/** An explicit automatic answer. It expires; times are epoch milliseconds. */
export const ruleSchema = z.object({
  id: z.string(),
  /** Incremented with each change; a change switches the rule off until the next dry run. */
  version: z.number().int(),
  name: z.string(),
  enabled: z.boolean(),
  expiresAt: z.number(),
  match: ruleMatchSchema,
  feedback: upFeedbackSchema,
  createdBy: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  updatedBy: z.string(),
  answered: z.number().int(),
  /** Of these: by the current version. */
  answeredByVersion: z.number().int().optional(),
  lastAnsweredAt: z.number().nullable(),
  /** Matching prompts that it left to people: its answer did not fit, or its conditions could not be evaluated. */
  passedOver: z.number().int().optional(),
  /** Of this version; null = no dry run yet, so it cannot be switched on. */
  dryRun: dryRunSchema.nullable(),
});
export type Rule = z.infer<typeof ruleSchema>;

/** Body of `POST /api/rules` and `PUT /api/rules/{id}`. `expiresAt`: at most 90 days ahead. */
export const createRuleSchema = z.object({
  name: z.string().trim().min(1).max(120),
  expiresAt: z.number(),
  match: ruleMatchSchema,
  feedback: upFeedbackSchema,
});
export type CreateRule = z.infer<typeof createRuleSchema>;

/** Body of `POST /api/rules/{id}/enabled`. */
export const enableRuleSchema = z.object({ enabled: z.boolean(), version: z.number().int() });

/** `GET /api/rules`. `stopped`: the kill switch is on and no rule answers, even if it is switched on. */
export const ruleListSchema = z.object({
  items: z.array(ruleSchema),
  nextCursor: z.null(),
  stopped: z.object({ at: z.number(), by: z.string() }).nullable(),
});
export type RuleList = z.infer<typeof ruleListSchema>;

/** Body of `PUT /api/rules/stopped`: the kill switch. */
export const stopRulesSchema = z.object({ stopped: z.boolean() });
