import { severitySchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { statedIssue } from '../statements/stated-issue.ts';
import { excludedSchema } from './demand.ts';

/** What is compared with one place of a proposal; `path` is a JSON Pointer. */
export const lineValueSchema = z.strictObject({
  path: z.string().regex(/^(?:\/(?:[^~/]|~0|~1)*)+$/),
  is: z.enum([
    'equal',
    'not-equal',
    'less-than',
    'at-most',
    'more-than',
    'at-least',
    'one-of',
    'matching',
  ]),
  value: z.union([
    z.string().max(400),
    z.number(),
    z.boolean(),
    z.array(z.union([z.string(), z.number()])).max(100),
  ]),
});
export type LineValue = z.infer<typeof lineValueSchema>;

const names = z.array(z.string().min(1).max(200)).min(1).max(100);

/** When a line fits: every member that is given must hold. */
export const lineWhenSchema = z.strictObject({
  /** Ids of connections. */
  connections: names.optional(),
  /** Name of the tool; `*` stands for any characters. */
  tool: z.string().min(1).max(200).optional(),
  /** In which the question came: `mcp`, `ag-ui`. */
  protocol: z.string().min(1).max(40).optional(),
  blocking: z.boolean().optional(),
  /** The severity of the agent, or a higher one for what was found. */
  severityAtLeast: severitySchema.optional(),
  /** The agent's own; without one this does not hold. */
  confidenceBelow: z.number().min(0).max(1).optional(),
  /** Any of them was found. */
  signals: names.optional(),
  values: z.array(lineValueSchema).min(1).max(20).optional(),
  /** Ids of who has started the task or called. */
  starters: names.optional(),
  /** Hours of the day in UTC, `from` included: from 22 to 6 is the night. */
  hours: z
    .strictObject({ from: z.number().int().min(0).max(23), to: z.number().int().min(1).max(24) })
    .optional(),
});
export type LineWhen = z.infer<typeof lineWhenSchema>;

const group = z.string().min(1).max(40);

/** It is answered without a person, at once or after a delay. */
export const lineAnswerSchema = z.strictObject({
  do: z.literal('answer'),
  type: z.enum(['approve', 'reject']),
  because: z.string().min(1).max(400).optional(),
  /** It is visible for so long before it leaves, and operators can stop it. */
  delaySeconds: z.number().int().min(1).max(3_600).optional(),
});

/** What a line requires or does. */
export const lineThenSchema = z.discriminatedUnion('do', [
  /** It can only be rejected; no approval unlocks it. */
  z.strictObject({ do: z.literal('never'), because: z.string().min(1).max(400).optional() }),
  z.strictObject({
    do: z.literal('ask'),
    group: group.optional(),
    people: names.optional(),
    /** How many persons must say yes to the same. */
    approvals: z.number().int().min(1).max(5).default(1),
    exclude: z.array(excludedSchema).max(2).default([]),
  }),
  lineAnswerSchema,
]);

export const policyLineSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
    name: z.string().min(1).max(200),
    when: lineWhenSchema,
    then: lineThenSchema,
    /** Epoch ms; a line that answers by itself has an end. */
    expiresAt: z.number().int().optional(),
  })
  .refine(({ then, expiresAt }) => then.do !== 'answer' || expiresAt !== undefined, {
    ...statedIssue('A line that answers by itself has an end.', { code: 'request.line-end' }),
    path: ['expiresAt'],
  });
export type PolicyLine = z.infer<typeof policyLineSchema>;

export const policyLinesSchema = z
  .array(policyLineSchema)
  .max(500)
  .refine(
    (lines) => new Set(lines.map(({ id }) => id)).size === lines.length,
    statedIssue('Two lines have the same id.', { code: 'request.line-twice' }),
  );

/** Skips the people of one line for a time; it ends by itself. */
export const bypassSchema = z.object({
  id: z.string(),
  line: z.string(),
  reason: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  at: z.number(),
  until: z.number(),
});
export type Bypass = z.infer<typeof bypassSchema>;

/** The table in force. Times are epoch ms. */
export const policyTableSchema = z.object({
  /** 0 = it was never set: nothing is required. */
  version: z.number().int(),
  lines: z.array(policyLineSchema),
  at: z.number(),
  by: z.string(),
  bypasses: z.array(bypassSchema),
  /** Who has stopped everything that answers by itself; null = nobody. */
  stopped: z.object({ by: z.string(), at: z.number() }).nullable(),
});
export type PolicyTable = z.infer<typeof policyTableSchema>;

/** Body of `PUT /api/policy/table`: `version` is the one it was made from. */
export const putPolicyTableSchema = z.object({
  version: z.number().int(),
  lines: policyLinesSchema,
});

export const policyVersionsSchema = z.object({
  items: z.array(
    z.object({
      version: z.number().int(),
      at: z.number(),
      by: z.string(),
      /** Ids of the lines, by what became of them. */
      added: z.array(z.string()),
      changed: z.array(z.string()),
      removed: z.array(z.string()),
    }),
  ),
});

/** A question of the past that a person rejected and a line would have approved. */
const sparedSchema = z.object({
  promptId: z.string(),
  ask: z.string(),
  by: z.string(),
  at: z.number(),
  reason: z.string().nullable(),
});

/** What a table would have done with the questions of the last 90 days. */
export const policyTrialSchema = z.object({
  /** How many questions were tried. */
  tried: z.number().int(),
  /** Until when it looked back, epoch ms. */
  since: z.number(),
  /** How many the table in force has people asked about, and how many the tried one would. */
  askedNow: z.number().int(),
  askedThen: z.number().int(),
  /** Answers of people that it would have given itself, and those of them that people rejected. */
  spared: z.number().int(),
  sparedRejected: z.array(sparedSchema).max(50),
  sparedRejectedCount: z.number().int(),
  /** By line: how many it decides, and how many of them people rejected. */
  lines: z.array(
    z.object({ id: z.string(), matched: z.number().int(), rejected: z.number().int() }),
  ),
});
export type PolicyTrial = z.infer<typeof policyTrialSchema>;
