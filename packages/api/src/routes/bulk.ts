import { createDecisionsSchema, decisionReceiptsSchema } from '../bulk.ts';
import type { RouteTable } from '../route.ts';

/** One answer to many prompts. */
export const bulkRoutes = {
  'POST /api/decisions': {
    summary: 'One answer to the named prompts, each bound by its own digest; a receipt per row',
    description:
      'Rows are decided one by one, without a common transaction: done, changed (the content is not what was shown) or skipped (see problem). Repeating the request with the same key returns the same receipts.',
    body: createDecisionsSchema,
    answers: { 200: decisionReceiptsSchema },
    problems: ['idempotency-conflict'],
  },
} satisfies RouteTable;
