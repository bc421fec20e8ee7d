import { upFeedbackSchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { problemSchema } from './problem.ts';
import { decisionSchema, promptSchema } from './prompt.ts';

/**
 * Body of `POST /api/decisions`: one answer to exactly the prompts that were shown, each bound by its own digest.
 * `feedback` has no target; each prompt becomes its own. No edit and no rank: those belong to one content.
 */
export const createDecisionsSchema = z.object({
  items: z
    .array(z.object({ promptId: z.string(), digest: z.string() }))
    .min(1)
    .max(200),
  feedback: upFeedbackSchema.refine(
    (feedback) => feedback.type !== 'edit' && feedback.type !== 'rank',
    { message: 'Many prompts cannot be edited or ranked at once.', path: ['type'] },
  ),
  idempotencyKey: z.string().min(8).max(150),
});
export type CreateDecisions = z.infer<typeof createDecisionsSchema>;

/** What became of one row. `done`: recorded. `changed`: another content than was shown. `skipped`: closed, claimed or not allowed; see `problem`. */
export const decisionReceiptSchema = z.object({
  promptId: z.string(),
  result: z.enum(['done', 'changed', 'skipped']),
  decision: decisionSchema.nullable(),
  /** As it stands now, when it was not done. */
  prompt: promptSchema.nullable(),
  problem: problemSchema.nullable(),
});
export type DecisionReceipt = z.infer<typeof decisionReceiptSchema>;
export const decisionReceiptsSchema = z.object({ receipts: z.array(decisionReceiptSchema) });
