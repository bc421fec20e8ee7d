import { upFeedbackSchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { problemSchema } from './problem.ts';
import { decisionSchema, promptSchema } from './prompt.ts';
import { statedIssue } from './statements/stated-issue.ts';

/** As many rows as one answer to many takes. */
export const maxBulkRows = 1_000;

/** An edit of one row: its own value, against its own proposal. */
const rowEditSchema = upFeedbackSchema.refine((feedback) => feedback.type === 'edit', {
  ...statedIssue('A row of its own has an edit.', { code: 'request.row-edit' }),
  path: ['type'],
});

/**
 * Body of `POST /api/decisions`: an answer to exactly the prompts that were shown, each bound by its own digest. Either one
 * `feedback` for all, or an edit in each row. It has no target; the server sets each prompt as target. An edit is not allowed for all: it belongs
 * to one content. Nor is a rank.
 */
export const createDecisionsSchema = z
  .object({
    items: z
      .array(
        z.object({
          promptId: z.string(),
          digest: z.string(),
          /** The feedback for this row only. */
          feedback: rowEditSchema.optional(),
        }),
      )
      .min(1)
      .max(maxBulkRows),
    feedback: upFeedbackSchema
      .refine((feedback) => feedback.type !== 'edit' && feedback.type !== 'rank', {
        ...statedIssue('Many questions cannot be edited or ranked at once.', {
          code: 'request.not-for-many',
        }),
        path: ['type'],
      })
      .optional(),
    idempotencyKey: z.string().min(8).max(150),
    /** Who sends it shows the receipt, and says so (`POST /api/decisions/shown`): the time for a recall begins then. */
    awaitsReceipt: z.boolean().optional(),
  })
  .refine(
    ({ items, feedback }) =>
      feedback === undefined
        ? items.every((item) => item.feedback !== undefined)
        : items.every((item) => item.feedback === undefined),
    {
      ...statedIssue('Give one feedback for all, or an edit in each row.', {
        code: 'request.one-or-each',
      }),
      path: ['feedback'],
    },
  );
export type CreateDecisions = z.infer<typeof createDecisionsSchema>;

/** Names an earlier answer to many prompts by its key. */
export const bulkKeySchema = z.object({ idempotencyKey: z.string().min(8).max(150) });

/** When the answers leave, epoch ms; null = all have left, or cannot be recalled. */
export const bulkReleaseSchema = z.object({ releaseAt: z.number().nullable() });

/**
 * The result of one row. `done`: recorded. `voted`: the yes counts, and others are missing. `changed`: the content is not what was shown. `skipped`: closed, claimed or not allowed; see
 * `problem`. `recalled`: the answer was recalled before this row was recorded.
 */
export const decisionReceiptSchema = z.object({
  promptId: z.string(),
  result: z.enum(['done', 'voted', 'changed', 'skipped', 'recalled']),
  decision: decisionSchema.nullable(),
  /** Its current state, if it was not answered. */
  prompt: promptSchema.nullable(),
  problem: problemSchema.nullable(),
});
export type DecisionReceipt = z.infer<typeof decisionReceiptSchema>;
export const decisionReceiptsSchema = z.object({ receipts: z.array(decisionReceiptSchema) });
